import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calledInText } from './called-in-text.ts';
import { filterMarks } from './filter-marks.ts';

/** The text at once, and cut after every character. */
function readBoth(text: string, holds = 0): string[] {
  return [[text], text.split('')].map((pieces) => {
    const marks = filterMarks(holds);
    return (pieces.map((piece) => marks.push(piece)).join('') + marks.end()).trimEnd();
  });
}

const answer = 'Set the port [[s1]].';

test('what machines write for machines is left out, wherever it is cut', () => {
  const texts = [
    `<think>\nplan\n</think>\n\n${answer}`,
    `<THINKING>plan</thinking>${answer}`,
    `[THINK]plan[/THINK]${answer}`,
    `◁think▷plan◁/think▷${answer}`,
    `<|START_THINKING|>plan<|END_THINKING|>${answer}`,
    `<seed:think>plan</seed:think>${answer}`,
    `<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
    `<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>commentary<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>${answer}`,
    `analysisWe plan thisassistantfinal${answer}`,
    `<|im_start|>assistant\n${answer}<|im_end|>`,
    `${answer}<|im_end|>\n<|im_start|>user\nplan`,
    `<|start_header_id|>assistant<|end_header_id|>\n\n${answer}<|eot_id|>`,
    `${answer}<|endoftext|>`,
    `<|start_of_role|>assistant<|end_of_role|>${answer}<|end_of_text|>`,
    `<|header_start|>assistant<|header_end|>\n\n${answer}<|eot|>`,
    `<|turn>model\n${answer}<turn|>`,
    `<think>plan</think>\n<answer>${answer}</answer>`,
    `${answer}<end_of_turn>`,
    `${answer}</s>`,
    `${answer}<｜end▁of▁sentence｜>`,
    `[INST]${answer}[/INST]`,
    `${answer}<tool_call>{"name":"plan"}</tool_call>`,
    `${answer}[TOOL_CALLS][{"name":"plan"}]`,
    `${answer}<|tool▁calls▁begin|>plan<|tool▁calls▁end|>`,
    `<think>plan \`\`\` with </b> and [[s9]]</think>${answer}`,
  ];
  for (const text of texts) assert.deepEqual(readBoth(text), [answer, answer], text);
});

test('thoughts whose beginning the template wrote are left out while text waits, also with an open backtick', () => {
  for (const text of [
    `plan\n</think>\n\n${answer}`,
    `plan with \` in it\n</think>${answer}`,
    `</think>${answer}`,
  ])
    assert.deepEqual(readBoth(text, 300), [answer, answer], text);
  assert.deepEqual(readBoth(answer, Infinity), [answer, answer]);
});

test('text waits no longer than it must', () => {
  const marks = filterMarks(20);
  assert.equal(marks.push('One '), '');
  assert.equal(marks.push('two [[s1]]'), 'One two [[s1]]');
  assert.equal(marks.push(' three'), ' three');
  const long = filterMarks(20);
  assert.equal(long.push('x'.repeat(21)), 'x'.repeat(21));
});

test('a page that explains such marks in code, and signs that are none, stay as they are', () => {
  const texts = [
    'Models write `<think>` and `</think>` around thoughts, and ``<|im_end|>`` at the end. [[s1]]',
    'So:\n\n```xml\n<think>\nplan\n</think>\n<|im_end|>\n```\n\nand so on.',
    '- In a list:\n  ~~~\n  <|channel|>analysis<|message|>\n  ~~~\n',
    'Use a < b, List<string>, f <| x |> g, [INSTALL], <s>old</s> and <br>.',
    'Pass `--flag` and [read more](/x) [[s2, s5]].',
    'analysis of the log shows it.',
    '<',
  ];
  for (const text of texts) assert.deepEqual(readBoth(text), [text.trimEnd(), text.trimEnd()]);
});

test('tool calls in the text are read in the forms that models have for them', () => {
  const calls = (text: string) => {
    const marks = filterMarks(0);
    for (const piece of text) marks.push(piece);
    marks.end();
    return marks.calls.flatMap((call) => calledInText(call, ['search']));
  };
  const input = { query: 'E1042' };
  for (const text of [
    '<tool_call>\n{"name": "search", "arguments": {"query": "E1042"}}\n</tool_call>',
    '[TOOL_CALLS][{"name": "search", "arguments": {"query": "E1042"}}]',
    '[TOOL_CALLS]search[ARGS]{"query": "E1042"}',
    '<function=search>{"query": "E1042"}</function>',
    '<tool_call>\n<function=search>\n<parameter=query>\nE1042\n</parameter>\n</function>\n</tool_call>',
    '<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>E1042</arg_value>\n</tool_call>',
    '<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"query": "E1042"}<|call|>',
  ]) {
    const [call, ...more] = calls(text);
    assert.deepEqual([call?.toolName, JSON.parse(call?.input ?? '{}'), more], ['search', input, []], text);
  }
  assert.deepEqual(calls('<tool_call>{"name": "rm", "arguments": {}}</tool_call>'), []);
});
