type ReadJson = { value: unknown; problem?: undefined } | { value?: undefined; problem: string };

/** The value of a text of JSON, or what is wrong with the text. */
export function readJson(text: string): ReadJson {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` };
  }
}
