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
  /** The page above, by its name. */
  into?: string;
  /**
   * Absent for a group. `ref:<name>` stands for the content reference of that name; a line with one that is not given is left out.
   */
  markdown?: string;
}
