/** `spawn <spawns>` or `wall <cases>`: the figures as JSON. Started by run.ts as a process of its own, see bundled.ts. */
import { harnessCpu, wallTime } from './spawn.ts';

const [part, count] = process.argv.slice(2);
const figures = await (part === 'wall' ? wallTime : harnessCpu)(Number(count));
process.stdout.write(`${JSON.stringify(figures)}\n`);
