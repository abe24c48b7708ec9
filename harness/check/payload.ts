import { checkPayload, unwrapFixture } from '../../vendors/check-payload.ts';
import { schemaName } from '../../vendors/payload-schema.ts';
import { eventNamedBy, nativeEventOf, vendor } from '../../vendors/vendor.ts';
import { wireCall } from '../../vendors/wire-call.ts';
import { hasValidator } from '../validate/compiled.ts';
import { orList } from '../validate/message.ts';
import { type DocumentFinding, loadTarget, type Target, validateAs } from '../validate/validate.ts';
import type { Asked, Detected } from './detect.ts';

/** What the schema of an event's payload is called, as a target. */
function payloadTarget(slug: string, event: string): Target | null {
  const schema = schemaName(slug, event, nativeEventOf(slug, event));
  return hasValidator(schema) ? { spec: 'native', kind: 'payload', edition: 'current', schema, rules: null } : null;
}

/**
 * A vendor's payload tells itself by the name of its event, where it has one, and by its members. Null when no vendor could
 * have sent it; an event that its vendor is not known to have is a payload all the same, and drift.
 */
export function detectPayload(document: unknown, asked: Asked): Detected | null {
  const hint = {
    ...(asked.vendor === undefined ? {} : { vendor: asked.vendor }),
    ...(asked.event === undefined ? {} : { event: asked.event }),
  };
  const unheld: Target = { spec: 'native', kind: 'payload', edition: 'current', schema: null, rules: null };
  const call = wireCall(document, hint);
  if (call !== null) {
    const title = `a call of ${vendor(call.vendor).name}, hook ${call.event}`;
    const known = nativeEventOf(call.vendor, call.event) !== undefined;
    const name = vendor(call.vendor).name;
    const why = `it has "hook" and "args", and ${known ? `${name} has this hook` : `is a call that ${name} may make`}`;
    return { target: unheld, title, why, payload: { vendor: call.vendor, event: call.event }, wire: true };
  }
  const found = checkPayload(document, hint);
  if (found.vendor === null) return null;
  const name = vendor(found.vendor).name;
  if (found.event === null) {
    const [error] = found.errors;
    if (error === undefined) return null;
    return { target: unheld, title: `a payload of ${name}`, why: 'the vendor was named', foreign: error.message };
  }
  const target = payloadTarget(found.vendor, found.event) ?? unheld;
  const others = [...new Set(found.alternatives.map((one) => `${vendor(one.vendor).name} (${one.event})`))];
  const also =
    others.length === 0 ? '' : `; it could be one of ${orList(others)} as well, which --vendor and --event would tell`;
  const named = eventNamedBy(found.vendor, document) !== undefined;
  const why =
    found.guessed.length === 0
      ? 'the vendor and the event were named'
      : named
        ? `it names the event ${found.event}, as ${name} does`
        : `its members are those of ${name} (guessed: ${found.guessed.join(', ')})`;
  return {
    target,
    title: `a payload of ${name}, event ${found.event}`,
    why: `${why}${also}`,
    payload: { vendor: found.vendor, event: found.event },
  };
}

/** What in a payload nobody has seen before. With `fail` it is the author's own declaration that is not kept. */
function driftOf(document: unknown, slug: string, event: string, fail: boolean): DocumentFinding[] {
  return checkPayload(document, { vendor: slug, event }).drift.map(({ kind, pointer, message }) => ({
    severity: fail ? 'fail' : 'info',
    pointer,
    keyword: 'drift',
    message,
    ...(fail ? { requirement: 'DC-DRIFT' } : {}),
    ...(kind === 'unknown-member' ? { atName: true } : {}),
  }));
}

/** What the payload inside a call shows, at its place in the call. */
async function callFindings(
  document: unknown,
  of: { readonly vendor: string; readonly event: string },
  fail: boolean,
): Promise<readonly DocumentFinding[]> {
  const call = wireCall(document, of);
  if (call === null) return [];
  const target = payloadTarget(call.vendor, call.event);
  if (target !== null) await loadTarget(target);
  const findings = target === null ? [] : validateAs(call.payload, target).findings;
  return [...findings, ...driftOf(call.payload, call.vendor, call.event, fail)].map((finding) => ({
    ...finding,
    pointer: call.outer(finding.pointer),
  }));
}

/** Everything about payloads that the schema of a document does not say: drift, and what is inside a fixture. */
export async function payloadFindings(
  document: unknown,
  detected: Detected,
  asked: Asked,
): Promise<readonly DocumentFinding[]> {
  const fail = asked.failOnDrift === true;
  if (detected.foreign !== undefined)
    return [{ severity: 'fail', pointer: '', keyword: 'vendor', message: detected.foreign }];
  if (detected.payload && detected.wire === true) return callFindings(document, detected.payload, fail);
  if (detected.payload) return driftOf(document, detected.payload.vendor, detected.payload.event, fail);
  const { payload, hint } = unwrapFixture(document);
  if (detected.target.schema !== 'hookconf/fixture' || hint.vendor === undefined || hint.event === undefined) return [];
  const target = payloadTarget(hint.vendor, hint.event);
  const inside: DocumentFinding[] = driftOf(payload, hint.vendor, hint.event, fail);
  if (target !== null) {
    await loadTarget(target);
    inside.unshift(...validateAs(payload, target).findings);
  }
  return inside.map((finding) => ({ ...finding, pointer: `/stdin${finding.pointer}` }));
}
