import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { Switch, TextField } from '../../ui/field.tsx';
import { linesOf, textOf } from '../../ui/form.tsx';

export function freshnessOf(fields: FormData) {
  const pollMinutes = textOf(fields, 'pollMinutes');
  return {
    pinned: fields.has('pinned'),
    previewBranches: linesOf(fields, 'previewBranches'),
    pollMinutes: pollMinutes === undefined ? null : Number(pollMinutes),
  };
}

/** When docs are deployed: by polling, as previews, or not at all. */
export function FreshnessCard() {
  const { settings } = useProject();
  return (
    <Card title="Freshness">
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Check the sources every (minutes)"
            name="pollMinutes"
            type="number"
            min={0}
            max={10_080}
            defaultValue={settings.pollMinutes ?? ''}
            hint="Leave empty for the server’s default. 0 never checks."
          />
          <TextField
            label="Branches to preview when pushed"
            name="previewBranches"
            defaultValue={(settings.previewBranches ?? []).join(', ')}
            placeholder="docs/*, next"
            hint="* matches anything."
          />
        </div>
        <Switch
          label="Pinned"
          name="pinned"
          defaultChecked={settings.pinned === true}
          hint="The docs stay as they are, whatever is pushed."
        />
      </div>
    </Card>
  );
}
