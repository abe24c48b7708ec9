/**
 * The tables of the specifications as data: event names and their mapping to vendors, tools, capabilities, what can block,
 * alignments, platform names, native configurations. Each says in its own members which edition and source a cell comes from.
 */
export * from '../suites/registries.ts';
