// Keeps whole editions on the reader's device, so that they open without a network. A page asks for its
// edition; its offline.json names each file with a digest. A copy is kept only when it is whole and every
// digest fits; then the one before it goes. An edition that the site no longer has stays readable here and
// says so: the site's own offline.json names those that there are. Nothing is asked of any other site.
"use strict";

const HERE = new URL("./", self.location).href;
const PREFIX = `vfdoc ${HERE} `;
const LIST = "offline.json";
const GONE = "~gone";  // stands in a copy once its edition has been withdrawn: what took its place
const AT_ONCE = 6;
const PATIENCE = 3000;  // milliseconds, after which a hall's network counts as none
const pending = new Map();

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const asked = event.data || {};
  const port = event.ports[0];
  if (!port) return;
  const work = asked.keep ? keepOnce(asked.keep) : asked.kept ? keptEditions() :
    asked.drop ? drop(asked.drop) : Promise.resolve(null);
  event.waitUntil(work.then((said) => port.postMessage(said), () => port.postMessage(null)));
});

self.addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.method === "GET" && request.url.startsWith(HERE)) event.respondWith(answer(request));
});

// What is kept: caches named by edition and version; whole is one that holds its own list.

async function copies(edition) {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(PREFIX) && name.slice(PREFIX.length).split(" ")[0] === edition);
}

async function wholeCopy(edition) {
  for (const name of await copies(edition)) {
    const cache = await caches.open(name);
    const list = await cache.match(`${HERE}${edition}/${LIST}`);
    if (list) return { cache, name, list: await list.json() };
  }
  return null;
}

async function keptEditions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const found = {};
  for (const edition of new Set(names.map((name) => name.slice(PREFIX.length).split(" ")[0]))) {
    const copy = await wholeCopy(edition);
    if (copy) {
      const { version, name } = copy.list;
      found[edition] = { version, name: name || edition, gone: await goneFor(copy, edition) };
    }
  }
  return found;
}

// Two tabs that ask at once get one answer.
function keepOnce(edition) {
  if (!pending.has(edition)) {
    pending.set(edition, keep(edition).finally(() => pending.delete(edition)));
  }
  return pending.get(edition);
}

async function keep(edition) {
  const old = await wholeCopy(edition);
  const { list, absent } = await listed(`${edition}/`);
  if (!list || list.edition !== edition) {
    if (!old) return null;
    if (absent) await withdraw(edition, old);
    return { version: old.list.version, fresh: false, gone: await goneFor(old, edition) };
  }
  if (old) await old.cache.delete(`${HERE}${edition}/${GONE}`);
  if (old && old.list.version === list.version) return { version: list.version, fresh: false };
  try {
    await store(edition, list, old);
  } catch (error) {
    // The site changed under way, the network went or the device is full: what was there stays.
    await caches.delete(cacheName(edition, list));
    return old && { version: old.list.version, fresh: false };
  }
  for (const name of await copies(edition)) {
    if (name !== cacheName(edition, list)) await caches.delete(name);
  }
  return { version: list.version, fresh: true, before: old ? old.list.version : null };
}

// A list of the site; absent where the host says that there is none. A hall's portal that answers with a
// page of its own, and a host that is ill, say nothing.
async function listed(folder) {
  try {
    const response = await fetch(`${HERE}${folder}${LIST}`, { cache: "no-store" });
    if (!response.ok) return { list: null, absent: response.status === 404 || response.status === 410 };
    return { list: await response.json(), absent: false };
  } catch (error) {
    return { list: null, absent: false };
  }
}

// Marks a copy whose edition the site no longer lists, with the edition that stands in its place: one that
// supersedes it, or of its name.
async function withdraw(edition, old) {
  const { list, absent } = await listed("");
  const editions = list ? list.editions : absent ? {} : null;
  if (!editions || editions[edition]) return;
  const ids = Object.keys(editions);
  const next = ids.find((id) => editions[id].supersedes === edition) ||
    ids.find((id) => editions[id].name === old.list.name);
  const gone = next ? { next, name: editions[next].name } : {};
  await old.cache.put(`${HERE}${edition}/${GONE}`, new Response(JSON.stringify(gone)));
}

async function goneFor(copy, edition) {
  const said = await copy.cache.match(`${HERE}${edition}/${GONE}`);
  return said ? said.json() : null;
}

async function drop(edition) {
  for (const name of await copies(edition)) await caches.delete(name);
  return { dropped: edition };
}

function cacheName(edition, list) {
  return `${PREFIX}${edition} ${list.version}`;
}

async function store(edition, list, old) {
  const cache = await caches.open(cacheName(edition, list));
  const paths = Object.keys(list.files);
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    await Promise.all(paths.slice(start, start + AT_ONCE).map(async (path) => {
      const same = old && old.list.files[path] === list.files[path] && (await old.cache.match(HERE + path));
      await cache.put(HERE + path, same || (await checked(path, list.files[path])));
    }));
  }
  const said = new Response(JSON.stringify(list), { headers: { "Content-Type": "application/json" } });
  await cache.put(`${HERE}${edition}/${LIST}`, said);
}

// A file as the list means it. Made anew, because a browser opens no page that a host has redirected.
async function checked(path, digest) {
  const response = await fetch(HERE + path, { cache: "no-store" });
  if (!response.ok) throw new Error(path);
  const content = await response.arrayBuffer();
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const hex = Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!hex.startsWith(digest)) throw new Error(path);
  return new Response(content, { headers: { "Content-Type": response.headers.get("Content-Type") || "" } });
}

// A kept edition is read from its own copy, styles and scripts too, so that no page mixes two versions.
// All else comes from the network, and from any copy where there is none.

async function answer(request) {
  const path = pathOf(request.url);
  if (path.endsWith(LIST)) return fetch(request);
  const own = await wholeCopy(editionOf(path));
  const reader = own || (isShared(path) && request.mode !== "navigate" && (await wholeCopy(referrer(request))));
  const kept = reader && (await found(reader.cache, path));
  if (kept) return kept;
  try {
    return await inTime(fetch(request), await anyCopy(path));
  } catch (error) {
    const spare = await anyCopy(path);
    if (spare) return spare;
    if (request.mode !== "navigate") return Response.error();
    return Response.redirect(`${HERE}offline.html#~absent`);
  }
}

function pathOf(address) {
  const url = new URL(address);
  const path = (url.origin + url.pathname).slice(HERE.length);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

function editionOf(path) {
  return path.includes("/") ? path.split("/")[0] : "";
}

function isShared(path) {
  return path.startsWith("assets/") || !path.includes("/");
}

function referrer(request) {
  return request.referrer.startsWith(HERE) ? editionOf(pathOf(request.referrer)) : "";
}

async function found(cache, path) {
  return (await cache.match(HERE + path)) || (await cache.match(`${HERE}${path}.html`));  // hosts that hide the end
}

async function anyCopy(path) {
  for (const name of (await caches.keys()).reverse()) {  // the newest copy first
    const copy = name.startsWith(PREFIX) && (await found(await caches.open(name), path));
    if (copy) return copy;
  }
  return null;
}

function inTime(fetched, spare) {
  if (!spare) return fetched;
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => resolve(spare), PATIENCE);
    fetched.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
