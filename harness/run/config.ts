import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { HookconfConfiguration as Config } from '../../types/generated/hookconf.d.ts';
import { UsageError } from '../errors.ts';
import type { JsonObject } from '../model/json.ts';
import { compiledValidator } from '../validate/compiled.ts';

export type { Config };
export type ConfigSubject = Config['subjects'][number];

/** hookconf.json as read: its folder is where commands are resolved. */
export interface LoadedConfig {
  readonly file: string;
  readonly folder: string;
  readonly config: Config;
  /** Each subject exactly as written, for suites that read members of their own. */
  readonly raw: readonly JsonObject[];
}

/**
 * Reads and validates hookconf.json.
 * @throws UsageError when it can't be read, isn't JSON, or doesn't fit schemas/hookconf/config.schema.json.
 */
export async function loadConfig(path: string): Promise<LoadedConfig> {
  const file = resolve(path);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const what =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : `it can't be read (${code})`;
    throw new UsageError(
      'config-unreadable',
      `${path}: ${what}`,
      'name a hookconf.json with --config, or run `hookconf init`',
    );
  }
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError('config-not-json', `${path} is not JSON: ${(error as Error).message}`);
  }
  const issues = (await compiledValidator('hookconf/config'))(document);
  // The deepest finding says most: a branch of anyOf that failed because of one member in it.
  const [issue] = [...issues].sort(
    (a, b) => Number(b.keyword === 'additionalProperties') - Number(a.keyword === 'additionalProperties'),
  );
  if (issue !== undefined) throw new UsageError('config-invalid', `${path}: ${issue.message}`);
  const config = document as Config;
  return { file, folder: dirname(file), config, raw: (document as { subjects: JsonObject[] }).subjects };
}
