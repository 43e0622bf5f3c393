/** A page that holds what is sought in its title and headings, or one of its sections that does. */
export interface Candidate {
  space: string;
  page: string;
  document: string;
  /** Of the section; null for the page. */
  ordinal: number | null;
  /** Which query found it, from 1. */
  part: number;
  title: string;
  heading: string | null;
  /** How near each other the words are, from 0 to 1. */
  near: number;
  /** Whether the words follow each other as they were typed. */
  isPhrase: boolean;
  /** How much of each term is in the text; null where all are in it, or in the titles. */
  ranks: number[] | null;
}
