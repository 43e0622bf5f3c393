/** An item to cluster: features, each with its weight. */
export interface Item {
  id: string;
  features: ReadonlyMap<string, number>;
}
