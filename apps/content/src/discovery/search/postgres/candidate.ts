/** A page whose title and headings contain searched words, or one of its sections that does. */
export interface Candidate {
  space: string;
  page: string;
  document: string;
  /** The index of the section; null for the page. */
  ordinal: number | null;
  /** The query that found it, from 1. */
  part: number;
  title: string;
  heading: string | null;
  /** The proximity of the words, from 0 to 1. */
  near: number;
  /** Whether the words follow each other as the user typed them. */
  isPhrase: boolean;
  /** The rank of each term in the text; null where all are in it, or in the titles. */
  ranks: number[] | null;
}
