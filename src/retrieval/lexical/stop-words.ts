/** English words that say nothing about what is asked, as folded without apostrophes. Dropped from questions only. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are arent as at be because been before being between both but by can cannot cant
  could couldnt did didnt do does doesnt doing dont each for from further had has have having he her here hers him his how i
  id if ill im in into is isnt it its ive just let lets me more most my no nor of off on once only or other our out over own
  please s same shall she should so some such t than thank thanks that thats the their them then there these they this those
  through to too under until up us very was wasnt we were what whats when where which while who whom whose why will with wont
  would you your yours`.split(/\s+/),
);
