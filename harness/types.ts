/** `hookconf/types` holds types (types/generated), and this one function that narrows them. */
import { pointersThatExist } from '../vendors/pointers.ts';
import { vendor } from '../vendors/vendor.ts';

/** True when a vendor's payload speaks of this tool. What it narrows to stands in types/generated/native/index.d.ts. */
export function isTool(slug: string, payload: unknown, tool: string): boolean {
  return pointersThatExist(payload, vendor(slug).payload.toolName ?? [])[0]?.value === tool;
}
