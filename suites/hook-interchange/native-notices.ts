import { data } from '../../harness/assets.ts';
import { escapeToken } from '../../harness/model/json.ts';
import { nativeEventOf } from '../../vendors/vendor.ts';
import type { ManifestNotice } from './manifest.ts';
import { AGREED, formOf } from './native/forms.ts';
import { readNative } from './native/read.ts';
import { callsOf, nativeSelects } from './native/select.ts';

/** Names that are no canonical tool but that a matcher may well be about. */
function otherTools(vendor: string): readonly string[] {
  if (vendor !== 'claude-code') return [];
  return data<{ tools: readonly { tool: string }[] }>('registries/claude-code-payloads').tools.map(({ tool }) => tool);
}

/** A plain name may be a tool that no registry has yet; only an expression that matches nothing is surely a mistake. */
function isPlain(matcher: string): boolean {
  return /^[\w\-@|, /]*\*?$/.test(matcher);
}

/**
 * Matchers of a vendor's own configuration that select no tool which it is known to have, such as `Bash(git commit*)`, which
 * looks like a permission rule and is an expression for the tool's name. Pure.
 */
export function nativeNotices(vendor: string, document: unknown): readonly ManifestNotice[] {
  if (!AGREED.includes(vendor) || formOf(vendor).syntax === 'none') return [];
  const calls = callsOf(vendor, otherTools(vendor));
  return readNative(vendor, document).hooks.flatMap((hook): ManifestNotice[] => {
    const { matcher, event } = hook;
    const aboutTools = nativeEventOf(vendor, event)?.matches === 'tool';
    if (matcher === undefined || !aboutTools || isPlain(matcher) || /mcp|__/.test(matcher)) return [];
    if (calls.some((call) => nativeSelects(vendor, hook, call))) return [];
    const pointer = `/hooks/${escapeToken(event)}`;
    const message = `the matcher ${matcher} matches no tool name that is known, so that the hook never runs; it is compared with the tool's name alone, and what the tool is given is for the hook itself to look at`;
    return [{ requirement: 'HC-PATTERN', pointer, message }];
  });
}
