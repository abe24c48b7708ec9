import { manifestNotices } from './hook-interchange/manifest.ts';
import { nativeNotices } from './hook-interchange/native-notices.ts';

/** Something that an author may want to know about a document; never a reason to refuse it. */
export interface DocumentNotice {
  readonly requirement: string;
  readonly pointer: string;
  readonly message: string;
  /** A warning, because a specification binds those who run the document; absent: a notice. */
  readonly severity?: 'warn';
  /** It is about the member's name rather than its value. */
  readonly atName?: boolean;
}

type Rules = (document: unknown, edition: string, vendor: string | undefined) => readonly DocumentNotice[];

const RULES: Readonly<Record<string, Rules>> = {
  'hook-interchange/manifest': (document, edition) => manifestNotices(document, edition === '0.1' ? '0.1' : '1.0'),
  'native/configuration': (document, _edition, vendor) => (vendor === undefined ? [] : nativeNotices(vendor, document)),
};

/** What a suite has to say about a kind of document beyond its schema and its words. Pure. */
export function documentNotices(
  spec: string,
  kind: string,
  document: unknown,
  edition: string,
  vendor?: string,
): readonly DocumentNotice[] {
  return RULES[`${spec}/${kind}`]?.(document, edition, vendor) ?? [];
}
