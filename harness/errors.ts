/**
 * A mistake of the person who typed the command or wrote the configuration: printed as one line that says what and what to
 * do, exit 2, never a stack. Anything else that is thrown is our own fault and asks for an issue.
 */
export class UsageError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.name = 'UsageError';
    this.code = code;
    this.hint = hint;
  }

  /** The one line: what is wrong and, after a semicolon, what to do. */
  get line(): string {
    const text = this.hint === undefined ? this.message : `${this.message}; ${this.hint}`;
    return text.replaceAll(/\s*[\r\n]+\s*/g, ' ');
  }
}

/** Where a document of our own breaks its own schema. */
export interface Breach {
  /** Completes "hookconf's own …". */
  readonly what: string;
  /** A name below schemas/. */
  readonly schema: string;
  /** RFC 6901 pointer into the document; empty for all of it. */
  readonly pointer: string;
  /** What is wrong there, for whoever mends it. */
  readonly message: string;
}

/**
 * A document of our own that breaks its own schema: an input that was planned as valid, a report, a file that we write. It is
 * told as our fault, exit 3, and is never a verdict about a subject.
 */
export class OwnFault extends Error {
  readonly breach: Breach;

  constructor(breach: Breach) {
    const place = breach.pointer === '' ? 'its root' : breach.pointer;
    super(`internal: hookconf's own ${breach.what} breaks ${breach.schema} at ${place}; please report it`);
    this.name = 'OwnFault';
    this.breach = breach;
  }
}

/** The person at the keyboard ended it before there was anything to say: exit 130. */
export class Interruption extends Error {
  constructor() {
    super('interrupted');
    this.name = 'Interruption';
  }
}
