/** Ordinary English words, folded. Docs that never use one of them may still answer a question that does. */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `able actually add allow allowed always another anyone anything app ask available away back bad become begin behind best
  better big bit break bring broken build call called came case cause certain change check choose come common complete
  correct correctly create current currently deal decide define describe detail details different difference directly easily
  easy either else end enough even ever every everything exactly example exist expect explain extra fail far fast few find
  fine first fix follow found full get gets getting give given go goes going gone good got great guide handle happen happens
  happening hard help idea important instead issue keep kind know large last later least leave less let like likely little
  long look lot made main make makes making many matter maybe mean means meant much must need needed needs never new next
  nice normal nothing now often ok old one onto open option order others part people perhaps place please point possible
  prefer problem proper properly provide put question quickly quite rather really reason recommended recommend right run
  running said say see seem seems send set several show simple simply since small someone something sometimes soon start
  started still stop sure take tell thing things think time together tried try trying turn understand upon use used useful
  user users uses using usual usually value various want wanted wants way ways well went whether whole without wonder work
  working works would wrong yes yet`.split(/\s+/),
);
