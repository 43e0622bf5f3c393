import { Injectable } from '@nestjs/common';
import { isPlainText, longestOAuthText, plainName, type OAuthAnswer } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { GrantRepository } from './grant.repository';
import { redirectProblem } from './redirect-uris';

/** The maximum of stored characters of a name. */
const longestName = 50;

/** Registers OAuth clients on their own request (RFC 7591). The response shows the values that apply instead of other requested ones. */
@Injectable()
export class RegisterClient {
  constructor(private readonly grants: GrantRepository) {}

  async run(metadata: Record<string, unknown>): Promise<OAuthAnswer> {
    const problem = redirectProblem(metadata.redirect_uris);
    if (problem) return refused('invalid_redirect_uri', problem);
    const { client_name: name } = metadata;
    if (name !== undefined && !(isPlainText(name) && name.length <= longestOAuthText))
      return refused(
        'invalid_client_metadata',
        `client_name must be a text of at most ${longestOAuthText} characters, without U+0000`,
      );
    const { grant_types: grants = ['authorization_code'], response_types: responses = ['code'] } = metadata;
    if (!Array.isArray(grants) || !grants.includes('authorization_code'))
      return refused('invalid_client_metadata', 'grant_types must contain authorization_code');
    if (!Array.isArray(responses) || !responses.includes('code'))
      return refused('invalid_client_metadata', 'response_types must contain code');
    const redirectUris = metadata.redirect_uris as string[];
    const client = { id: newId(), name: plainName(name, longestName) ?? 'Unnamed OAuth client', redirectUris };
    await this.grants.addClient(client);
    return {
      status: 201,
      body: {
        client_id: client.id,
        client_id_issued_at: Math.floor(Date.now() / 1000),
        client_name: client.name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    };
  }
}

const refused = (error: string, description: string): OAuthAnswer => ({
  status: 400,
  body: { error, error_description: description },
});
