import type { Turn, Problem } from '../chat/types.ts';
import { splitNearest, withoutPages } from '../markdown/citations.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { Choices } from './choices.tsx';
import { IconButton } from './icon-button.tsx';
import { outcomeWords } from './outcome-words.ts';
import { useSession } from './session.ts';
import { Sources } from './sources.tsx';
import { useEffect, useState } from 'preact/hooks';
import type { LabelName } from '../text/en.ts';

type Props = { turn: Turn; isLast: boolean; onEdit(): void };

/** A question with its answer. */
export function TurnView({ turn, isLast, onEdit }: Props) {
  const { chat, say } = useSession();
  const { state, sources, supports, suggestions, selection, problem } = turn;
  const isAsking = state === 'asking';
  const isMissing = turn.outcome === 'not_in_docs' && !isAsking;
  const nearest = isMissing ? splitNearest(turn.text, sources) : [];
  const pages = nearest.length > 0 ? nearest : sources;
  const text = nearest.length > 0 || (isMissing && isOneSentence(turn.text)) ? '' : withoutPages(turn.text);
  const isQuestion = (suggested: string) => /[?？]$/.test(suggested);
  return (
    <article class={`turn ${turn.outcome}`} aria-busy={isAsking}>
      <div class="question">
        <h2>
          <span class="unseen">{say('you')}: </span>
          {turn.question}
        </h2>
        {!isAsking && <IconButton icon="edit" label="edit" onClick={onEdit} />}
      </div>
      {selection && <blockquote class="about">{selection.text}</blockquote>}
      <Progress turn={turn} />
      <OutcomeNote turn={{ ...turn, sources: pages }} />
      {text !== '' && <Markdown text={text} sources={sources} supports={supports} isWhole={!isAsking} />}
      {state === 'stopped' && <p class="small">{say('stopped')}</p>}
      {problem && <ProblemView problem={problem} onRetry={() => void chat.again(turn.id)} />}
      {!isAsking && <Sources sources={pages} />}
      {state === 'done' && turn.text !== '' && <AnswerActions turn={turn} />}
      {state === 'stopped' && (
        <IconButton icon="retry" label="retry" onClick={() => void chat.again(turn.id)} />
      )}
      {isLast && (
        <>
          <Choices
            label={say('followUps')}
            texts={suggestions.map(({ text }) => text).filter(isQuestion)}
            onChoose={(question) => void chat.ask(question)}
          />
          <Sources
            label="related"
            sources={suggestions
              .filter(({ text }) => !isQuestion(text))
              .map(({ text, path, url = path }) => ({ title: text, url }))}
          />
        </>
      )}
    </article>
  );
}

/** That the docs do not answer, the note says. */
function isOneSentence(text: string): boolean {
  return /^[^.!?。\n]*[.!?。]?$/.test(text.trim());
}

/** What is being done, and afterwards what was searched for, if it was not the question itself. */
function Progress({ turn: { state, searches, text, question } }: { turn: Turn }) {
  const { say } = useSession();
  const isAsking = state === 'asking';
  const last = searches.at(-1);
  if (!isAsking && (last === undefined || last === question)) return null;
  const shown = last === undefined ? say('searching') : say('searchedFor', { query: last });
  return (
    <p class={isAsking ? 'small working' : 'small'}>
      {shown}
      {isAsking && text === '' && last !== undefined && ` · ${say('writing')}`}
    </p>
  );
}

/** A reply that is not an answer looks different from one. */
function OutcomeNote({ turn }: { turn: Turn }) {
  const words = outcomeWords(turn, useSession().say);
  return words === '' ? null : <p class="outcome">{words}</p>;
}

/** A message for readers, and an action where there is one. */
function ProblemView({ problem, onRetry }: { problem: Problem; onRetry(): void }) {
  const { say } = useSession();
  const seconds = useCountdown(problem.retryAt);
  const label = `problem${problem.kind[0]!.toUpperCase()}${problem.kind.slice(1)}` as LabelName;
  const mayRetry = !['setup', 'tooLong', 'usedUp'].includes(problem.kind);
  return (
    <div class="problem">
      {/* Announced once, with the time: reading a countdown aloud helps nobody. */}
      <p role="alert" class="unseen">
        {say(label, { seconds: useState(seconds)[0] })}
      </p>
      <p aria-hidden="true">{say(label, { seconds })}</p>
      {mayRetry && (
        <button type="button" class="plain" disabled={seconds > 0} onClick={onRetry}>
          {say('retry')}
        </button>
      )}
    </div>
  );
}

/** Seconds until a time; 0 in the past, or without a time. */
function useCountdown(until: number | undefined): number {
  const left = () => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
