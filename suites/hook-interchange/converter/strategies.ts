import type { JsonObject } from '../../../harness/model/json.ts';
import type { HifEdition } from '../documents.ts';
import { capabilityRows } from '../vocabulary.ts';
import { COMMAND, hookOf, isOpen, NEEDS, type Need, one } from './needs.ts';
import { check, hook, type Scenario } from './scenario.ts';

/** A target that has none of it: env and async on Cursor, the author's word against the default. */
export function strategyScenarios(vendor: string, edition: HifEdition): Scenario[] {
  const lacks = (name: string): boolean =>
    !isOpen(name, vendor) &&
    ['unsupported', 'undocumented'].includes(
      capabilityRows().find((row) => row.name === name)?.cells[vendor]?.status ?? '',
    );
  const by = (name: string, strategy: string): JsonObject => hookOf(NEEDS[name] as Need, { [name]: strategy });
  const words = (name: string): readonly string[] => NEEDS[name]?.words ?? [];
  const made: Scenario[] = [];
  if (lacks('custom_env')) {
    made.push(
      one(
        vendor,
        edition,
        'strategy-block',
        'A hook whose author blocks without custom_env',
        by('custom_env', 'block'),
        [
          check(
            'HIF-DEG-001 HIF-DEG-007 HIF-PIPE-010',
            { kind: 'blocks', marker: COMMAND },
            'block stops the action altogether',
          ),
        ],
        true,
      ),
      one(
        vendor,
        edition,
        'strategy-warn',
        'A hook whose author warns without custom_env',
        by('custom_env', 'warn'),
        [
          check('HIF-DEG-002', { kind: 'present', marker: COMMAND }, 'warn keeps the hook'),
          check('HIF-DEG-002 HIF-DEG-008', { kind: 'warned', words: words('custom_env') }, 'warn emits a warning'),
        ],
        false,
      ),
      one(
        vendor,
        edition,
        'strategy-exclude',
        'A hook whose author excludes without custom_env',
        by('custom_env', 'exclude'),
        [
          check('HIF-DEG-003 HIF-DEG-007', { kind: 'gone', marker: COMMAND }, 'exclude leaves the hook out'),
          check(
            'HIF-DEG-004',
            { kind: 'warned', words: [...words('custom_env'), 'exclude', 'left out'] },
            'exclude warns that the hook was left out',
          ),
        ],
        true,
      ),
      one(
        vendor,
        edition,
        'strategy-of-another',
        'A hook whose author names another capability only',
        { ...hookOf(NEEDS['custom_env'] as Need), degradation: { configurable_cwd: 'exclude' } },
        [
          check(
            'HIF-DEG-006',
            { kind: 'present', marker: COMMAND },
            'A strategy for another capability changes nothing',
          ),
          check(
            'HIF-DEG-006',
            { kind: 'warned', words: words('custom_env') },
            'A missing strategy is the default of the registry',
          ),
        ],
        false,
      ),
    );
    if (lacks('async_execution'))
      made.push(
        one(
          vendor,
          edition,
          'strategy-async',
          'A hook whose author excludes without async_execution',
          by('async_execution', 'exclude'),
          [
            check(
              'HIF-DEG-007 HIF-DEG-003',
              { kind: 'gone', marker: COMMAND },
              "The author's strategy overrides the default",
            ),
          ],
          true,
        ),
        one(
          vendor,
          edition,
          'strategy-strictest',
          'A hook with two capabilities and two strategies',
          hook(
            'before_tool_execute',
            COMMAND,
            { degradation: { custom_env: 'block', async_execution: 'warn' } },
            { env: { A: 'b' }, async: true },
          ),
          [check('HIF-DEG-005', { kind: 'blocks', marker: COMMAND }, 'The strictest of several strategies prevails')],
          true,
        ),
      );
  }
  if (lacks('input_rewrite'))
    made.push(
      one(
        vendor,
        edition,
        'rewrite-warn',
        'A hook whose author warns without input_rewrite',
        by('input_rewrite', 'warn'),
        [check('HIF-CAP-065', { kind: 'present', marker: COMMAND }, 'Authors may override input_rewrite')],
        false,
      ),
    );
  if (lacks('llm_evaluated'))
    made.push(
      one(
        vendor,
        edition,
        'llm-warn',
        'A prompt whose author warns without llm_evaluated',
        by('llm_evaluated', 'warn'),
        [check('HIF-CAP-066', { kind: 'warned', words: words('llm_evaluated') }, 'Authors may override llm_evaluated')],
        true,
      ),
    );
  return made;
}
