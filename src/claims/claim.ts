/** The kinds of facts in docs that code decides. */
export const claimKinds = [
  'flag',
  'option',
  'environment variable',
  'configuration key',
  'default',
  'limit',
  'route',
  'export',
  'signature',
  'error code',
  'path',
  'version',
] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** A line of the code. */
export type Evidence = { path: string; line: number };

/** A fact that a page states, before the code was asked. */
export type Fact = {
  kind: ClaimKind;
  /** As the page says it, such as `--port` or `port: 3000`. */
  text: string;
  /** The docs file, and its line from 1. */
  page: string;
  line: number;
  /** The name that the code should have: for a version the language, for a path and a route itself. */
  name: string;
  /** What the page says of the name: the default, the limit, the smallest version, the parameters. */
  value: string | null;
  /** The list, table or run of headings that defines names together; null where one is only mentioned. */
  group: string | null;
};

type ClaimStatus = 'holds' | 'contradicted' | 'gone' | 'unknown';

/** A fact with what the code says of it. The evidence of what is gone are the lines that it had before, where known. */
export type Claim = Pick<Fact, 'kind' | 'text' | 'page' | 'line'> & {
  status: ClaimStatus;
  evidence: Evidence[];
};

export type Verdict = { status: ClaimStatus; evidence: Evidence[] };

export const unknown: Verdict = { status: 'unknown', evidence: [] };

/** Lines that a claim shows of the code. */
export const maxEvidence = 5;
