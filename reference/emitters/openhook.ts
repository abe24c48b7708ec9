/** Turns one native payload into OpenHook 0.1 events. Neither prompts nor what tools get and give have a member there. */
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Json, Native } from './native.ts';

type Draft = readonly [type: string, data: Json];

const REASONS: Record<string, string> = {
  error: 'error',
  timeout: 'timeout',
  complete: 'completed',
  completed: 'completed',
  abort: 'error',
};

function failed(native: Native): boolean {
  const { payload } = native;
  const result = (typeof native.result === 'object' && native.result !== null ? native.result : {}) as Json;
  const output = payload['output'] as Json | undefined;
  const exit = result['exit_code'] ?? result['exitCode'] ?? (output?.['metadata'] as Json | undefined)?.['exit'];
  if (native.kind === 'failure' || payload['status'] === 'error') return true;
  if (result['error'] !== undefined && result['error'] !== null) return true;
  const own = payload['postToolUse'] as Json | undefined;
  if (payload['tool_error'] !== undefined || result['success'] === false || own?.['success'] === false) return true;
  return result['resultType'] === 'failure' || (typeof exit === 'number' && exit !== 0);
}

/** The files that a tool has changed: those of a patch, or the one that its input names. */
function files(native: Native): readonly Draft[] {
  if (native.action !== 'write' && native.action !== 'inline-edit') return [];
  const patch = [native.input['input'], native.input['command'], native.input['patch'], native.input['text']].find(
    (text) => typeof text === 'string' && text.includes('*** '),
  );
  if (typeof patch === 'string') {
    const operations: Record<string, string> = { Add: 'create', Update: 'update', Delete: 'delete' };
    return [...patch.matchAll(/^\*\*\* (Add|Update|Delete) File: (.+)$/gm)].map(([, word = '', path = '']) => [
      'file.write',
      { path: path.trim(), operation: operations[word] },
    ]);
  }
  const input = native.input;
  const path = [
    input['file_path'],
    input['filePath'],
    input['path'],
    input['notebook_path'],
    input['absolute_path'],
    input['absolutePath'],
  ].find((one) => typeof one === 'string' && one !== '');
  return path === undefined ? [] : [['file.write', { path }]];
}

function drafts(native: Native): readonly Draft[] {
  const call = {
    ...(native.tool === undefined && native.action === undefined ? {} : { tool_name: native.tool ?? native.action }),
    ...(native.callId === undefined ? {} : { tool_call_id: native.callId }),
  };
  switch (native.kind) {
    case 'session-start':
      return [['session.start', native.model === undefined ? {} : { model: native.model }]];
    case 'session-end': {
      const reason = native.payload['reason'];
      return [
        [
          'session.end',
          {
            reason: REASONS[typeof reason === 'string' ? reason : ''] ?? 'user_exit',
            ...(native.transcript === undefined ? {} : { transcript_path: native.transcript }),
          },
        ],
      ];
    }
    case 'prompt':
      return [['prompt.submit', { prompt_length: [...(native.prompt ?? '')].length }]];
    case 'before':
      return [['tool.start', call]];
    case 'after':
    case 'failure': {
      const written = failed(native) ? [] : files(native);
      const linked = written.map(
        ([type, data]): Draft => [
          type,
          { ...data, ...(native.callId === undefined ? {} : { tool_call_id: native.callId }) },
        ],
      );
      return [...linked, ['tool.end', { ...call, status: failed(native) ? 'error' : 'success' }]];
    }
    default:
      return [];
  }
}

export function openHookEvents(native: Native, now: Date): Json[] {
  return drafts(native).map(([type, data]) => ({
    openhook: '0.1',
    id: randomUUID(),
    source: native.vendor,
    type,
    time: native.timestamp ?? now.toISOString(),
    session_id: native.session,
    ...(native.cwd === undefined || !native.cwd.startsWith('/') ? {} : { context: pathToFileURL(native.cwd).href }),
    data,
    extensions: { [native.vendor]: { native_event: native.event } },
  }));
}
