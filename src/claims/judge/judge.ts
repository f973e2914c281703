import { type Fact, type Verdict } from '../claim.ts';
import type { Code } from '../code/read-code.ts';
import { judgeName, judgeNameChange } from './judge-name.ts';
import { judgePath, judgePathChange } from './judge-path.ts';
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
