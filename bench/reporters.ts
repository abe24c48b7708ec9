import type { ReporterOptions } from '../harness/report/reporter.ts';
import { loadReporter, REPORTERS } from '../harness/report/reporters/index.ts';
import { sample } from '../test/reports/samples.ts';
import type { Report } from '../types/generated/report.ts';
import { type Figure, ownCpu } from './measure.ts';

/** A report with so many requirements, each judged in a case of its own; one in ten fails. */
function large(count: number): Report {
  const report = structuredClone(sample('hook-fails')) as Report;
  const [subject] = report.subjects;
  const failing = subject?.requirements.find((one) => one.verdict === 'fail');
  const passing = subject?.requirements.find((one) => one.verdict === 'pass') ?? failing;
  if (subject === undefined || failing === undefined || passing === undefined)
    throw new Error('the sample has changed');
  subject.requirements = Array.from({ length: count }, (_, index) => {
    const from = index % 10 === 0 ? failing : passing;
    return { ...from, id: `${from.id}-${index}` };
  });
  return report;
}

/** Each reporter over 10,000 results; and ten times as many against that, which has to be ten times as much. */
export async function reporters(): Promise<Figure[]> {
  const options: ReporterOptions = {
    width: 120,
    color: false,
    ascii: false,
    verbose: false,
    quiet: false,
    requirement: () => undefined,
  };
  const [some, many] = [large(2_000), large(10_000)];
  const figures: Figure[] = [];
  for (const name of REPORTERS) {
    const reporter = await loadReporter(name);
    const spent = (report: Report): number => {
      const before = ownCpu();
      reporter(report, options);
      return ownCpu() - before;
    };
    spent(some);
    const small = Math.min(spent(some), spent(some), spent(some));
    const large10 = Math.min(spent(many), spent(many));
    figures.push({ name: `10,000 results, ${name}`, value: large10, unit: 'ms of CPU', bound: { most: 300 } });
    if (large10 > 30) {
      figures.push({
        name: `10,000 against 2,000 results, ${name}`,
        value: large10 / small / 5,
        unit: 'x',
        bound: { most: 2 },
      });
    }
  }
  return figures;
}
