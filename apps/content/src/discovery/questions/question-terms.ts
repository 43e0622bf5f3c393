import { parseQuery, type Term } from '../search/search-terms';

/** Question words of each language, which do not name the subject of a question; besides the stop words. */
const asking = new Set(
  (
    'need want wants would like possible able way ways get gets getting know tell explain please does did anyone someone something help ' +
    'make makes use using used happen happens exactly actually really kind sort let lets mean means there ' +
    'möglich möchte brauche kann muss soll gibt geht bitte macht mache machen man ' +
    'puis peux peut faut veux faire est-ce comment ' +
    'puedo quiero necesito hacer cómo'
  ).split(' '),
);

/** The terms that name the subject of a question; all of its words where all are question words. */
export function questionTerms(question: string): Term[] {
  const terms = parseQuery(question).map((term) => ({ ...term, prefix: term.exact && term.prefix }));
  const telling = terms.filter(({ words, exact }) => exact || words.length > 1 || !asking.has(words[0]!));
  return telling.length > 0 ? telling : terms;
}
