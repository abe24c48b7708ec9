import { styleText } from 'node:util';
import type { Verdict } from '../../../types/generated/report.ts';
import { assertNever, type Effect } from '../../model/words.ts';

export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'magenta' | 'dim' | 'bold';

/** Colours and signs of one terminal. */
export interface Style {
  readonly paint: (colour: Colour, text: string) => string;
  readonly sign: (verdict: Verdict) => string;
  readonly ascii: boolean;
}

function sign(verdict: Verdict): string {
  switch (verdict) {
    case 'pass':
      return '✓';
    case 'fail':
      return '✗';
    case 'warn':
      return '!';
    case 'error':
      return 'E';
    case 'untested':
      return '?';
    case 'undecidable':
      return '~';
    case 'not-applicable':
      return '-';
    default:
      return assertNever(verdict);
  }
}

const PLAIN: Readonly<Record<string, string>> = { '✓': 'ok', '✗': 'x' };

/** `color` and `ascii` were decided by whoever knows the terminal; nothing is asked here. */
export function createStyle(color: boolean, ascii: boolean): Style {
  return {
    ascii,
    paint: (colour, text) => (color && text !== '' ? styleText(colour, text, { validateStream: false }) : text),
    sign: (verdict) => {
      const mark = sign(verdict);
      return ascii ? (PLAIN[mark] ?? mark) : mark;
    },
  };
}

/** Colour of a verdict. */
export function verdictColour(verdict: Verdict): Colour {
  switch (verdict) {
    case 'pass':
      return 'green';
    case 'fail':
      return 'red';
    case 'error':
      return 'magenta';
    case 'warn':
    case 'untested':
      return 'yellow';
    case 'undecidable':
    case 'not-applicable':
      return 'dim';
    default:
      return assertNever(verdict);
  }
}

/** Colour of an effect: what stops is green or red only where the table can know that it was wanted, so it stays neutral. */
export function effectColour(effect: Effect): Colour {
  switch (effect) {
    case 'deny':
    case 'stop':
      return 'cyan';
    case 'ask':
    case 'continue':
      return 'magenta';
    case 'error-open':
    case 'error-closed':
      return 'red';
    case 'unknown':
      return 'yellow';
    case 'allow':
      return 'green';
    case 'none':
      return 'dim';
    default:
      return assertNever(effect);
  }
}
