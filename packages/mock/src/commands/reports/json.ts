/** The whole report as JSON, for programs. */
import type { ProxyReport } from '../../proxy/report.ts';

/** As `proxy.report()` gives it. */
export const json = (report: ProxyReport): string => `${JSON.stringify(report, undefined, 2)}\n`;
