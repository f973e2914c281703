import { type Fact, type Verdict, unknown } from '../claim.ts';
import type { Code } from '../code/read-code.ts';

export function judgePath({ name }: Fact, { files }: Code): Verdict {
  return files.has(name) ? { status: 'holds', evidence: [{ path: name, line: 1 }] } : unknown;
}

export function judgePathChange({ name }: Fact, before: Code, now: Code): Verdict | null {
  if (!before.files.has(name) || now.files.has(name)) return null;
  return { status: 'gone', evidence: [{ path: name, line: 1 }] };
}
