import { askedSubject, definedSubjects } from '../../lib/definitions.ts';
import { languageOf } from './languages.ts';
import { tokenize } from './tokenize.ts';

/** More words describe something, and name nothing. */
const maxWords = 4;

/** Last parts of paths, and titles, of pages that say what the docs are about. */
const introduction =
  /^(?:|index|readme|home|welcome|about|overview|intro(?:duction)?|what[- ]is[- ].*|(?:quick )?introduction|getting[- ]started|erste schritte|mise en route|primeros pasos|入門|快速上手|快速开始|入门|einführung|überblick|présentation|introducci[oó]n|introdução|introduzione|概要|はじめに|介绍|简介|概述|소개|введение)$/iu;
const maxDepth = 2;

/** The term of a page's opening that introduces the docs as a whole. */
export const introductionTerm = ' =';

/** A term for each thing that a section defines: `A lockfile is a …`. */
export function definitionTerms(text: string, language: string): string[] {
  return definedSubjects(text).flatMap((subject) => subjectTerm(subject, language) ?? []);
}

/** The term of the sections that define what a question asks about; null when it asks for no definition. */
export function askedDefinition(question: string, language: string): string | null {
  const subject = askedSubject(question);
  return subject === null ? null : subjectTerm(subject, language);
}

/** Whether a page is the home page or an introduction, which is high up in the docs. */
export function introduces({ path, title }: { path: string; title: string }): boolean {
  const parts = path.split('/');
  return parts.length <= maxDepth && (introduction.test(parts.at(-1)!) || introduction.test(title));
}

/** Begins with a space, so that no prefix is completed to it, and differs from the terms of headings. */
function subjectTerm(subject: string, language: string): string | null {
  const { stopWords } = languageOf(language);
  const words = tokenize(subject, language).flatMap(({ term, word, isCompound }) =>
    isCompound || stopWords.has(word) ? [] : term,
  );
  return words.length === 0 || words.length > maxWords ? null : `${introductionTerm}${words.join(' ')}`;
}
