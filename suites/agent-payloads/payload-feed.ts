import type { PlanContext } from '../../harness/model/suite.ts';
import { type Feed, feedOf } from '../feed.ts';

/** The two products whose payloads the seed describes. */
const VENDORS = ['claude-code', 'codex'];

export function ownVendors(context: PlanContext): readonly string[] {
  return context.subject.vendors.filter((vendor) => VENDORS.includes(vendor));
}

/** What of the two products is fed, status lines and notify programs included. */
export function feedForPayloads(context: PlanContext): Feed {
  const subject = { ...context.subject, vendors: ownVendors(context) };
  return feedOf({ ...context, subject }, { withCommands: true });
}
