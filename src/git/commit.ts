import { git } from './git.ts';

/** Text or bytes to write; null removes the file. */
export type FileChanges = ReadonlyMap<string, string | Uint8Array | null>;

type CommitRequest = {
  /** The parent; null for the first commit of a repository. */
  parent: string | null;
  changes: FileChanges;
  /** Paths that stay executable. */
  executable?: ReadonlySet<string>;
  message: string;
  /** Unix seconds. */
  time: number;
  /** The commit's parents, when they are not `parent`, to whose files the changes apply. */
  parents?: readonly string[] | undefined;
  /** Author and committer; Docent if absent. */
  author?: CommitAuthor | undefined;
  /** File with an ssh signing key. An ed25519 key gives the same signature for the same commit. */
  signingKeyFile?: string | null | undefined;
};

export type CommitAuthor = { name: string; email: string };

/** The default author and committer. */
export const docent: CommitAuthor = { name: 'Docent', email: 'docent@users.noreply.localhost' };
const scratchRef = 'refs/docent/result';

/**
 * Makes a commit directly in the object store: no index, no checkout, no filters. The same request gives the same
 * commit id on every machine.
 * Format: https://git-scm.com/docs/git-fast-import
 */
export async function commitChanges(gitDir: string, request: CommitRequest): Promise<string> {
  const chunks: Uint8Array[] = [];
  const line = (text: string) => chunks.push(Buffer.from(`${text}\n`));
  const data = (content: string | Uint8Array) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    line(`data ${bytes.length}`);
    chunks.push(bytes, Buffer.from('\n'));
  };
  line('feature done');
  line(`reset ${scratchRef}`);
  line(`commit ${scratchRef}`);
  line('mark :1');
  const { name, email } = request.author ?? docent;
  line(`committer ${name} <${email}> ${request.time} +0000`);
  data(request.message);
  if (request.parent !== null) line(`from ${request.parent}`);
  for (const [path, content] of [...request.changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (content === null) line(`D ${quote(path)}`);
    else {
      line(`M ${request.executable?.has(path) ? '100755' : '100644'} inline ${quote(path)}`);
      data(content);
    }
  }
  line('get-mark :1');
  line('done');
  const said = await git(['fast-import', '--quiet', '--force', '--date-format=raw'], {
    gitDir,
    input: Buffer.concat(chunks),
  });
  const commit = said.toString().trim();
  const isFinal = request.signingKeyFile == null && request.parents === undefined;
  return isFinal ? commit : copyCommit(gitDir, commit, request);
}

/** The commit with a signature, or other parents. https://git-scm.com/docs/git-config#Documentation/git-config.txt-gpgformat */
async function copyCommit(gitDir: string, commit: string, request: CommitRequest): Promise<string> {
  const { name, email } = request.author ?? docent;
  const date = `${request.time} +0000`;
  const parents = (request.parents ?? [request.parent]).flatMap((parent) =>
    parent === null ? [] : ['-p', parent],
  );
  const key = request.signingKeyFile ?? null;
  const settings = key === null ? [] : ['-c', 'gpg.format=ssh', '-c', `user.signingKey=${key}`];
  const sign = key === null ? [] : ['-S'];
  const args = [...settings, 'commit-tree', ...sign, `${commit}^{tree}`, ...parents, '-F', '-'];
  const copy = await git(args, {
    gitDir,
    input: request.message,
    env: {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
      GIT_COMMITTER_DATE: date,
    },
  });
  return copy.toString().trim();
}

function quote(path: string): string {
  const escapes: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };
  return `"${path.replace(/[\\"\n]/g, (character) => escapes[character] ?? character)}"`;
}
