/** What is wrong with the bytes of a text, before anything is parsed. */
export interface TextProblem {
  readonly code: 'byte-order-mark' | 'encoding';
  readonly message: string;
  /** Offset in the decoded text. */
  readonly offset: number;
}

export interface DecodedText {
  /** Without a byte order mark. Undefined when the bytes are not UTF-8. */
  readonly text: string | undefined;
  readonly problems: readonly TextProblem[];
}

/** What a mark at the beginning is told as. */
export const BYTE_ORDER_MARK: TextProblem = {
  code: 'byte-order-mark',
  message:
    'the text begins with a byte order mark, which RFC 8259 (section 8.1) forbids in JSON that is sent and lets readers refuse or ignore; save it without',
  offset: 0,
};

/**
 * The encoding of a text that is none of UTF-8, told by its mark, or by the zero bytes beside its first character: what this
 * program reads begins with a character of ASCII, and none of it with U+0000.
 */
function wideEncoding([a, b, c, d]: Uint8Array): 'UTF-16' | 'UTF-32' | null {
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && (c !== 0 || d !== 0)) return d === undefined ? null : 'UTF-32';
  if (a === 0) return b === undefined ? null : 'UTF-16';
  if (b === 0) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  return null;
}

/** Decodes UTF-8 strictly: replacement characters would hide what was wrong. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncoding(bytes);
  if (wide !== null) {
    const message = `the text is ${wide}; save it as UTF-8`;
    return { text: undefined, problems: [{ code: 'encoding', message, offset: 0 }] };
  }
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = marked ? bytes.subarray(3) : bytes;
  const problems: TextProblem[] = marked ? [BYTE_ORDER_MARK] : [];
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), problems };
  } catch {
    const offset = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body).indexOf('\ufffd');
    const message = 'the text is not UTF-8 from here on; save it as UTF-8';
    return { text: undefined, problems: [...problems, { code: 'encoding', message, offset: Math.max(0, offset) }] };
  }
}
