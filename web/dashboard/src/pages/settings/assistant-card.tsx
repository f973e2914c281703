import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { Select, Switch, TextArea } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';

export const assistantOf = (fields: FormData) => ({
  instructions: textOf(fields, 'instructions') ?? '',
  overages: fields.has('overages'),
  whenExhausted: fields.get('whenExhausted'),
  requireThreadKey: fields.has('requireThreadKey'),
});

/** What the assistant is told, and what it does at its limits. */
export function AssistantCard() {
  const { settings } = useProject();
  return (
    <Card title="Assistant">
      <div className="grid gap-4">
        <TextArea
          label="Instructions"
          name="instructions"
          rows={5}
          maxLength={8_000}
          defaultValue={settings.instructions ?? ''}
          placeholder="We call our customers members. For prices, send people to https://example.com/pricing."
          hint="What a language model is told besides its rules. What the docs say in .docent/Assistant.md comes first."
        />
        <Switch
          label="Keep answering when credits run out"
          name="overages"
          defaultChecked={settings.overages === true}
          hint="Answers above the plan are counted as overage."
        />
        <Select
          label="Otherwise, when the credits are used up"
          name="whenExhausted"
          defaultValue={String(settings.whenExhausted ?? 'refuse')}
        >
          <option value="refuse">refuse with an error</option>
          <option value="excerpts">answer with search results, without a model</option>
        </Select>
        <Switch
          label="Follow-up questions need the thread’s key"
          name="requireThreadKey"
          defaultChecked={settings.requireThreadKey === true}
          hint="Without it, the fp that started a thread can go on with it."
        />
      </div>
    </Card>
  );
}
