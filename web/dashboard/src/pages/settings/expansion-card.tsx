import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCost, formatNumber } from '../../api/format.ts';
import { request } from '../../api/request.ts';
import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { Expansion } from '../../../../../src/protocol/manage/expansion-schema.ts';

/** Section expansion by a language model: its price, and its switch. */
export function ExpansionCard() {
  const { id, queries } = useProject();
  const query = queries.expansion;
  const state = useQuery(query).data;
  const client = useQueryClient();
  if (state === undefined || state.model === null) return null;
  const path = `/manage/v1/projects/${id}/expansion`;
  const send = async (method: 'POST' | 'DELETE', body?: object) => {
    await request(method, path, body);
    await client.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <Card title="Expanded sections">
      <p className="mb-4 text-sm text-soft">{describe(state)}</p>
      <Form
        submit={(form) => send('POST', { maxDollars: Number(form.get('maxDollars')) })}
        label={state.maxDollars === null ? 'Expand sections' : 'Change'}
        beside={
          state.maxDollars !== null && (
            <ConfirmButton label="Switch off" title="Switch it off?" action={() => send('DELETE')}>
              Sections are found by their own words alone again. What was written is kept.
            </ConfirmButton>
          )
        }
      >
        <TextField
          label="US dollars a month at most"
          name="maxDollars"
          type="number"
          min={0.01}
          step={0.01}
          required
          defaultValue={state.maxDollars ?? ''}
          hint="A model writes a sentence and questions for each section, by which it is found."
        />
      </Form>
    </Card>
  );
}

function describe({ model, sections, expanded, missing, estimate, spentDollars }: Expansion): string {
  const { dollars, inputTokens, outputTokens } = estimate;
  const done = `${formatNumber(expanded)} of ${formatNumber(sections)} sections are expanded.`;
  const tokens = formatNumber(inputTokens + outputTokens);
  const price = dollars === null ? 'at a price that is not known' : `about ${formatCost(dollars * 1e6)}`;
  const rest = missing === 0 ? '' : ` The others take about ${tokens} tokens with ${model}, ${price}.`;
  const spent = spentDollars === 0 ? '' : ` This month ${formatCost(spentDollars * 1e6)} was spent.`;
  return done + rest + spent;
}
