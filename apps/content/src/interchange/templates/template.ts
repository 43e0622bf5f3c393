/** Pages that a space can start with. */
export interface Template {
  id: string;
  pages: readonly TemplatePage[];
}

export interface TemplatePage {
  /** The name under which other pages link to it, as `./<ref>.md`. */
  ref: string;
  title: string;
  icon?: string;
  /** The parent page, by its name. */
  into?: string;
  /**
   * Absent for a group. `ref:<name>` is replaced by the content reference with that name; a line with a missing one is left out.
   */
  markdown?: string;
}
