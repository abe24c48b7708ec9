import { expect, test } from 'vitest';
import { withoutTree } from './seen.ts';

const tree = { root: '/tmp/ab12/7', home: '/tmp/ab12/7/home', tmp: '/tmp/ab12/7/tmp', project: '/tmp/ab12/7/project' };

test.each([
  ['/tmp/ab12/7/project/a.txt', '/case/project/a.txt'],
  ['/tmp/ab12/7/home/.log', '/case/home/.log'],
  ['<home>/.tool/logs/-tmp-ab12-7-project/1.jsonl', '<home>/.tool/logs/-case-project/1.jsonl'],
  ['/tmp/other', '/tmp/other'],
])('a report has no path of the run: %s', (text, shown) => {
  expect(withoutTree({ text: [text] }, tree)).toEqual({ text: [shown] });
});
