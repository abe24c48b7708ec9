/** `hookconf/types` holds types only (types/generated); this is what remains of it at run time. */
export {};
