import { askedSubject, asksToStart, definedSubjects } from '../../lib/definitions.ts';
import { languageOf, spokenLanguages } from './languages.ts';
import { tokenize } from './tokenize.ts';

/** More words describe something, and name nothing. */
const maxWords = 4;

/** Last parts of paths, and titles, of pages that say what the docs are about, and of those that begin with the first steps. */
const introduction =
  /^(?:|index|readme|home|welcome|about|overview|intro(?:duction)?|what[- ]is[- ].*|quick introduction|einführung|überblick|présentation|introducci[oó]n|introdução|introduzione|概要|はじめに|介绍|简介|概述|소개|введение)$/iu;
const start =
  /^(?:(?:getting|get)[- _]started(?:[- _]with[- _].{1,30})?|quick[- _]?start(?:[- _]guide)?|first[- _]steps|erste schritte|mise en route|démarrage rapide|primeros pasos|inicio rápido|入門|クイックスタート|快速上手|快速开始|入门|시작하기|빠른 시작)$/iu;
const maxDepth = 2;
/** Folders that name no subject, of which the first hold all docs: what introduces them introduces the docs. */
const wholeFolder = /^(?:docs?|documentation|latest|stable|v?\d[\w.]*)$/i;
const plainFolder = /^(?:guides?|learn|manual|(?:getting|get)[-_]started|start|introduction)$/i;

/** Terms of openings: of a page that may introduce the docs as a whole, of one that does, and of one with the first steps. */
export const introductionTerm = ' =';
export const homeTerm = ' ^';
const startTerm = ' >';
/** The opening of the page whose title is a subject, which is what a definition term names. */
export const titleTerm = (definition: string): string => ` :${definition.slice(introductionTerm.length)}`;

/** A term for each thing that a section defines: `A lockfile is a …`. */
export function definitionTerms(text: string, language: string): string[] {
  return definedSubjects(text).flatMap((subject) => subjectTerm(subject, language) ?? []);
}

/** The term of the sections that define what a question asks about; null when it asks for no definition. */
export function askedDefinition(question: string, language: string): string | null {
  const subject = askedSubject(question);
  return subject === null ? null : subjectTerm(subject, language);
}

/** The term of the pages with the first steps when a question asks for these; else null. */
export function askedStart(question: string): string | null {
  return asksToStart(question) ? startTerm : null;
}

/** The terms of the opening of a page: it tells what the title names, and high up in the docs what they are about. */
export function openingTerms({ path, title }: { path: string; title: string }, language: string): string[] {
  const subject = subjectTerm(title, language);
  const own = subject === null ? [] : [titleTerm(subject)];
  const parts = path.split('/');
  const [name, ...folders] = parts.toReversed() as [string, ...string[]];
  const isCalled = (names: RegExp) => names.test(name) || names.test(title);
  const isWhole = (part: string) => wholeFolder.test(part) || spokenLanguages.includes(part.split('-')[0]!);
  const isHome =
    (introduction.test(name) || isWhole(name)) &&
    !isCalled(start) &&
    folders.every((part) => isWhole(part) || plainFolder.test(part));
  if (parts.length > maxDepth && !isHome) return own;
  return [
    ...own,
    ...(isCalled(introduction) || isCalled(start) || isHome ? [introductionTerm] : []),
    ...(isHome ? [homeTerm] : []),
    ...(isCalled(start) ? [startTerm] : []),
  ];
}

/** Begins with a space, so that no prefix is completed to it, and differs from the terms of headings. */
function subjectTerm(subject: string, language: string): string | null {
  const { stopWords } = languageOf(language);
  const words = tokenize(subject, language).flatMap(({ term, word, isCompound }) =>
    isCompound || stopWords.has(word) ? [] : term,
  );
  return words.length === 0 || words.length > maxWords ? null : `${introductionTerm}${words.join(' ')}`;
}
