import { createHash } from 'node:crypto';
import type { Canary } from '../model/case.ts';

export type CanaryKind = Canary['kind'];

/** How a canary looks. What a subject recognises as a secret, a name or an address must look like one. */
export const CANARY_SHAPES = [
  'random',
  'github-token',
  'anthropic-key',
  'openai-key',
  'aws-key-id',
  'slack-token',
  'bearer',
  'password',
  'email',
  'user-name',
] as const;
export type CanaryShape = (typeof CANARY_SHAPES)[number];

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** `length` characters that follow from the seed alone and that chance never repeats: 5.95 bits each. */
export function randomText(seed: string, length: number, alphabet: string = ALPHABET): string {
  let text = '';
  for (let block = 0; text.length < length; block++) {
    for (const byte of createHash('sha512').update(`${block} ${seed}`).digest()) {
      // A byte above the last whole multiple would favour the first letters.
      if (byte < 256 - (256 % alphabet.length)) text += alphabet[byte % alphabet.length] ?? '';
    }
  }
  return text.slice(0, length);
}

/** Nothing in it but chance and, where the shape has one, its well-known beginning of at most 7 characters. */
export function canaryValue(seed: string, shape: CanaryShape): string {
  switch (shape) {
    case 'random':
      return randomText(seed, 40);
    case 'github-token':
      return `ghp_${randomText(seed, 36)}`;
    case 'anthropic-key':
      return `sk-ant-${randomText(seed, 40)}`;
    case 'openai-key':
      return `sk-${randomText(seed, 48)}`;
    case 'aws-key-id':
      return `AKIA${randomText(seed, 16, UPPER)}`;
    case 'slack-token':
      return `xoxb-${randomText(seed, 40)}`;
    case 'bearer':
      return randomText(seed, 64);
    case 'password':
      return randomText(seed, 16);
    case 'email':
      return `${randomText(seed, 14).toLowerCase()}@${randomText(`${seed} host`, 14).toLowerCase()}.test`;
    case 'user-name':
      return `u${randomText(seed, 15).toLowerCase()}`;
  }
}

const SHAPE_OF_KIND: Readonly<Record<CanaryKind, CanaryShape>> = {
  'tool-result': 'random',
  prompt: 'random',
  'file-content': 'random',
  transcript: 'random',
  secret: 'github-token',
  identity: 'email',
  'tool-input': 'random',
};

export interface CanaryOrigin {
  /** The run's seed and the case it is for: one case never carries another's canary. */
  readonly seed: number;
  readonly scope: string;
  /** Index of the spawn that is given it. */
  readonly spawn: number;
}

/** One canary for one field. `part` tells several of one field apart: `start`, `middle`, `end`. */
export function makeCanary(
  origin: CanaryOrigin,
  field: string,
  kind: CanaryKind,
  options: { readonly shape?: CanaryShape; readonly part?: string } = {},
): Canary {
  const id = `${origin.spawn}:${field}${options.part === undefined ? '' : `@${options.part}`}`;
  const value = canaryValue(`${origin.seed} ${origin.scope} ${id} ${kind}`, options.shape ?? SHAPE_OF_KIND[kind]);
  return { id, value, field, kind, spawn: origin.spawn };
}
