import type { JsonValue } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import type { CanonicalMatcher } from '../native/select.ts';
import { type Check, check, encode, hook, manifestOf, type Scenario } from './scenario.ts';

export function matched(
  vendor: string,
  edition: HifEdition,
  id: string,
  matcher: JsonValue,
  checks: readonly Check[],
  mayRefuse = false,
  event = 'before_tool_execute',
): Scenario {
  return {
    id: `tools/${vendor}-${id}`,
    title: `A hook with matcher ${JSON.stringify(matcher)}, encoded for ${vendor}`,
    vendor,
    steps: [encode(manifestOf(edition, [hook(event, './m.sh', { matcher })]))],
    checks,
    mayRefuse,
  };
}

export function selects(
  requirements: string | readonly string[],
  matcher: CanonicalMatcher,
  beside: readonly string[],
  says: string,
  words: readonly string[],
  literals: readonly string[] = [],
): Check {
  return check(requirements, { kind: 'selects', marker: './m.sh', matcher, literals, beside, words }, says);
}
