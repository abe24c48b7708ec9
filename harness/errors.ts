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

/** The person at the keyboard ended it before there was anything to say: exit 130. */
export class Interruption extends Error {
  constructor() {
    super('interrupted');
    this.name = 'Interruption';
  }
}
