import { expect, test } from 'vitest';
import type { Subject } from '../model/subject.ts';
import { hookUrl } from './http-hook.ts';

const subject = (url?: string): Subject => ({ name: 'web', url }) as unknown as Subject;

test('only this machine is asked', () => {
  for (const url of [
    'http://127.0.0.1:8080/hook',
    'http://localhost/h',
    'http://[::1]:1/',
    'https://127.8.0.1/{event}',
  ]) {
    expect(hookUrl(subject(url))).toBe(url);
  }
  expect(hookUrl(subject())).toBeUndefined();
  for (const url of [
    'http://example.com/',
    'http://127.0.0.1.example.com/',
    'http://10.0.0.1/',
    'ftp://127.0.0.1/',
    'hook',
  ]) {
    expect(() => hookUrl(subject(url))).toThrow();
  }
});

test('another machine only where the user names it', () => {
  const web = subject('https://hooks.example.com:8443/h');
  expect(() => hookUrl(web)).toThrow("another machine's");
  for (const allowed of [['hooks.example.com'], ['HOOKS.example.com:8443']])
    expect(hookUrl(web, allowed)).toBe(web.url);
  for (const allowed of [['example.com'], ['hooks.example.com:443'], ['']]) {
    expect(() => hookUrl(web, allowed)).toThrow();
  }
});
