import { isObject } from '../../harness/model/json.ts';
import type { SpawnObservation } from '../../harness/model/observation.ts';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The `{ ok: false, reason }` that a reader printed, at the end of a line or as all that it wrote; undefined where there is none. An
 * event that holds such an object, or has a member of that name, refuses nothing.
 */
export function refusalOf(spawn: SpawnObservation | undefined): { readonly reason: boolean } | undefined {
  const text = spawn?.stdout.bytes.toString('utf8') ?? '';
  if (!text.includes('"ok"')) return undefined;
  const lines = text.split('\n').map((line) => line.slice(Math.max(line.indexOf('{'), 0)));
  for (const value of [text, ...lines].map(parsed))
    if (isObject(value) && value['ok'] === false && value['kind'] === undefined) {
      const { reason } = value;
      return { reason: typeof reason === 'string' && reason.trim() !== '' };
    }
  return undefined;
}
