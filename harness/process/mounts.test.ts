import { expect, test } from 'vitest';
import { mountsBelow } from './mounts.ts';

const INFO = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 254:0 /a /tmp/x rw - ext4 /dev/vda rw
31 22 254:0 /a /tmp/x/1/a\\040b\\134c rw - ext4 /dev/vda rw
32 22 254:0 /a /tmp/x/1/z\\303\\274 rw - fuse.x y rw
33 22 254:0 /a /tmp/xy rw - ext4 /dev/vda rw
`;

test('mounts on a folder and below it, the last first, whatever their names hold', () => {
  expect(mountsBelow('/tmp/x', INFO)).toEqual(['/tmp/x/1/zü', '/tmp/x/1/a b\\c', '/tmp/x']);
  expect(mountsBelow('/tmp/x/1/zü', INFO.replaceAll('\\303\\274', '\u00c3\u00bc'))).toEqual(['/tmp/x/1/zü']);
  expect(mountsBelow('/tmp/x/2', INFO)).toEqual([]);
  expect(mountsBelow('/tmp/x', '')).toEqual([]);
});
