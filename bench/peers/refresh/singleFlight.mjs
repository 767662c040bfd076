/** The least that does the job: one renewal per token, by hand, without types, errors, tabs or sign-out. */
export function createClient(base, expiredToken) {
  let token = expiredToken;
  let renewal;
  const send = (path) => fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
  const renew = async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token' });
    const answer = await fetch(`${base}/api-user/oauth2/token`, { method: 'POST', body });
    token = (await answer.json()).access_token;
    renewal = undefined;
  };
  return {
    get: async (path) => {
      const used = token;
      let answer = await send(path);
      if (answer.status === 401) {
        await answer.text();
        if (token === used) await (renewal ??= renew());
        answer = await send(path);
      }
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      return answer.json();
    },
  };
}
