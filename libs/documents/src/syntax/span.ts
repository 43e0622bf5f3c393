/** Where a piece of text stands in the body that it was read from, in UTF-16 code units. */
export interface Range {
  start: number;
  end: number;
}

/** Where a block stands; `inside` is where its children do, for one that opens before and closes behind them. */
export interface Span extends Range {
  inside?: Range | undefined;
  /** Its lines begin with the sign of a quote. */
  isQuote?: boolean;
}

/** The places of blocks, by their identity. */
export type Spans = WeakMap<object, Span>;

export const rangeOf = (node: { position?: Position | undefined }): Range | undefined => {
  const { start, end } = node.position ?? {};
  return start?.offset === undefined || end?.offset === undefined
    ? undefined
    : { start: start.offset, end: end.offset };
};

interface Position {
  start: { offset?: number | undefined };
  end: { offset?: number | undefined };
}
