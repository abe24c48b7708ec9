import { expect, test } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

const vendors = ['claude-code', 'codex', 'cursor', 'copilot-cli', 'gemini-cli'];

test.each([
  ['claude', 'claude-code'],
  ['claud-code', 'claude-code'],
  ['gemini_cli', 'gemini-cli'],
  ['coedx', 'codex'],
  ['kiro', undefined],
  ['', undefined],
])('%j is taken for %j', (word, expected) => {
  expect(nearest(word, vendors)).toBe(expected);
});

test('the suggestion is part of a sentence or nothing', () => {
  expect(didYouMean('cursr', vendors)).toBe('; did you mean "cursor"?');
  expect(didYouMean('zzzzzz', vendors)).toBe('');
});
