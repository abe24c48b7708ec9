import type { Reporter } from '../reporter.ts';

/** The report itself (schemas/hookconf/report.schema.json), one document and nothing else. */
export const json: Reporter = (report) => `${JSON.stringify(report, null, 2)}\n`;
