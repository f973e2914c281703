import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { Select, Switch, TextField } from '../../ui/field.tsx';
import { linesOf, textOf } from '../../ui/form.tsx';

export function pullRequestsOf(fields: FormData) {
  const texts = ['previewUrl', 'commitName', 'commitEmail'].map((name) => [name, textOf(fields, name)]);
  const labels = (textOf(fields, 'labels') ?? '').split(',').map((label) => label.trim());
  return {
    archiveAfterDays: Number(fields.get('archiveAfterDays')),
    pullRequests: {
      ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
      labels: labels.filter(Boolean),
      reviewers: linesOf(fields, 'reviewers'),
      askOwners: fields.has('askOwners'),
      signOff: fields.has('signOff'),
      signing: fields.get('signing'),
    },
  };
}

/** Options for the pull requests of jobs: reviewers, author, preview site. */
export function PullRequestsCard() {
  const { pullRequests = {}, archiveAfterDays = 30 } = useProject().settings;
  return (
    <Card title="Pull requests">
      <div className="grid gap-4">
        <TextField
          label="Preview address"
          name="previewUrl"
          defaultValue={pullRequests.previewUrl ?? ''}
          placeholder="https://acme-git-{branch}.vercel.app"
          hint="{branch}, {number} and {domain} are filled in. Empty: this server’s own preview, where pushes make one."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Labels"
            name="labels"
            defaultValue={(pullRequests.labels ?? []).join(', ')}
            placeholder="docs, bot"
          />
          <TextField
            label="Reviewers"
            name="reviewers"
            defaultValue={(pullRequests.reviewers ?? []).join(', ')}
            placeholder="ada, acme/writers"
          />
          <TextField
            label="Name in commits"
            name="commitName"
            defaultValue={pullRequests.commitName ?? ''}
            placeholder="Docent"
          />
          <TextField
            label="E-mail address in commits"
            name="commitEmail"
            type="email"
            defaultValue={pullRequests.commitEmail ?? ''}
          />
        </div>
        <TextField
          label="Close untouched pull requests after (days)"
          name="archiveAfterDays"
          type="number"
          required
          min={1}
          max={365}
          defaultValue={archiveAfterDays}
          hint="Adds a comment, keeps the branch and archives the job."
        />
        <Select label="Signed commits" name="signing" defaultValue={pullRequests.signing ?? 'none'}>
          <option value="none">not signed</option>
          <option value="forge">signed by GitHub</option>
          <option value="key">signed with this server’s key</option>
        </Select>
        <Switch
          label="Ask the owners of changed files"
          name="askOwners"
          defaultChecked={pullRequests.askOwners !== false}
          hint="From CODEOWNERS, unless the forge already asks them."
        />
        <Switch
          label="Sign off commits"
          name="signOff"
          defaultChecked={pullRequests.signOff === true}
          hint="Adds Signed-off-by, for the Developer Certificate of Origin."
        />
      </div>
    </Card>
  );
}
