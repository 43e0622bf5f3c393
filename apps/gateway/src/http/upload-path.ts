/** The first segment of the addresses to which clients send files. */
export const uploads = 'uploads';
