/** What is put into clusters: features, each with its weight. */
export interface Item {
  id: string;
  features: ReadonlyMap<string, number>;
}
