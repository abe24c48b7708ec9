import { escapeToken, isObject } from '../../harness/model/json.ts';
import type { HifEdition } from './documents.ts';
import type { ManifestNotice } from './manifest.ts';

/**
 * What the security document of edition 0.1 (2.4) says of HTTP handlers, as far as a manifest shows it. It binds who runs them
 * (level Runtime), so that an author is warned of a plain address and not refused; edition 1.0 says nothing of it and gets a
 * notice. A variable in a header breaks nothing: that whoever runs it is told is all that is asked. Addresses of this machine
 * are let be (E-HIF-45). Pure.
 */

const LOOPBACK = /^http:\/\/([^/@]*@)?(localhost|127(\.\d{1,3}){3}|\[::1\])([:/?#]|$)/i;
const VARIABLE = /\$\{?[A-Za-z_]\w*|%[A-Za-z_]\w*%|\$env:/;

export function addressNotices(
  hook: Readonly<Record<string, unknown>>,
  at: string,
  edition: HifEdition,
): readonly ManifestNotice[] {
  const handler = isObject(hook['handler']) ? hook['handler'] : {};
  const { url, headers } = handler;
  if (handler['type'] !== 'http') return [];
  const binds = edition === '0.1';
  const plain = typeof url === 'string' && /^\s*http:/i.test(url) && !LOOPBACK.test(url.trim());
  const secrets = isObject(headers)
    ? Object.entries(headers).filter(([, value]) => typeof value === 'string' && VARIABLE.test(value))
    : [];
  return [
    ...(plain
      ? [
          {
            requirement: binds ? 'HIF-SEC-009' : 'HC-HTTPS',
            pointer: `${at}/handler/url`,
            message: 'the handler sends what the hook is given over http, which anybody on the way can read; use https',
            ...(binds ? ({ severity: 'warn' } as const) : {}),
          },
        ]
      : []),
    ...secrets.map(([name]) => ({
      requirement: binds ? 'HIF-SEC-011' : 'HC-HTTPS',
      pointer: `${at}/handler/headers/${escapeToken(name)}`,
      message: `the header ${name} takes an environment variable along; make sure that the address may have it`,
    })),
  ];
}
