import { type Fact, type Verdict, unknown } from '../claim.ts';
import type { Code } from '../code/read-code.ts';
import { judgeName, judgeNameChange } from './judge-name.ts';
import { judgeRoute, judgeRouteChange } from './judge-route.ts';
import { judgeSignature, judgeSignatureChange } from './judge-signature.ts';
import { judgeValue, judgeValueChange } from './judge-value.ts';
import { judgeVersion } from './judge-version.ts';

/** What the code as it is says of a fact. */
export function judge(fact: Fact, code: Code): Verdict {
  switch (fact.kind) {
    case 'default':
    case 'limit':
      return judgeValue(fact, code);
    case 'route':
      return judgeRoute(fact, code);
    case 'signature':
      return judgeSignature(fact, code);
    case 'path':
      return judgePath(fact, code);
    case 'version':
      return judgeVersion(fact, code);
    default:
      return judgeName(fact, code);
  }
}

/** How a change of the code made a fact untrue; null when it did not. */
export function judgeChange(fact: Fact, before: Code, now: Code): Verdict | null {
  switch (fact.kind) {
    case 'default':
    case 'limit':
      return judgeValueChange(fact, before, now);
    case 'route':
      return judgeRouteChange(fact, before, now);
    case 'signature':
      return judgeSignatureChange(fact, before, now);
    case 'path':
      return judgePathChange(fact, before, now);
    case 'version': {
      const verdict = judge(fact, now);
      return verdict.status === 'contradicted' && judge(fact, before).status === 'holds' ? verdict : null;
    }
    default:
      return judgeNameChange(fact, before, now);
  }
}

function judgePath({ name }: Fact, { files }: Code): Verdict {
  return files.has(name) ? { status: 'holds', evidence: [{ path: name, line: 1 }] } : unknown;
}

function judgePathChange({ name }: Fact, before: Code, now: Code): Verdict | null {
  if (!before.files.has(name) || now.files.has(name)) return null;
  return { status: 'gone', evidence: [{ path: name, line: 1 }] };
}
