import{y as e}from"./Failure-D1oZjMee.js";var t=()=>`As a table`,n=()=>`Таблицей`,r=((r={},i={})=>(i.locale??e())===`ru`?n(r):t(r)),i=()=>`Save what is seen`,a=()=>`Сохранить то, что видно`,o=((t={},n={})=>(n.locale??e())===`ru`?a(t):i(t)),s=e=>`Save as ${e?.shape}`,c=e=>`Сохранить как ${e?.shape}`,l=((t,n={})=>(n.locale??e())===`ru`?c(t):s(t)),u=()=>`Kinds`,d=()=>`Виды`,f=((t={},n={})=>(n.locale??e())===`ru`?d(t):u(t)),p=[`chunk`,`document`,`community`];function m(e){return!p.includes(e.kind)}function h(e,t){let n=new Map(e.points.map((e,t)=>[e.id,t])),[r,i]=[[...e.points],[...e.places]],a=t.points.findIndex(e=>n.has(e.id)),o=t.places[a]??[0,0],s=e.places[n.get(t.points[a]?.id??``)??0]??[0,0],c=t.points.map((e,a)=>{let c=n.get(e.id);if(c!==void 0)return c;let l=t.places[a]??[0,0];return r.push(e),i.push([s[0]+(l[0]-o[0])*.6,s[1]+(l[1]-o[1])*.6]),r.length-1}),l=e=>`${e.from} ${e.to} ${e.kind} ${e.says}`,u=new Map(e.lines.map(e=>[l(e),e]));for(let e of t.lines){let t={...e,from:c[e.from]??0,to:c[e.to]??0};u.has(l(t))||u.set(l(t),t)}return{title:e.title,points:r,places:i,lines:[...u.values()]}}function g(e){let t=new Map;for(let n of e.points)t.set(n.kind,(t.get(n.kind)??0)+1);return[...t].sort((e,t)=>t[1]-e[1]||e[0].localeCompare(t[0]))}var _=[`#b4552d`,`#2c6fbb`,`#2c8a57`,`#8a4fb0`,`#b08a1e`,`#c0427a`,`#3a8f9a`,`#6b6f76`];function v(e,t){let n=e.findIndex(([e])=>e===t);return _[Math.min(Math.max(n,0),_.length-1)]??`#6b6f76`}function y(e){return e.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g,``).replace(/[&<>"']/g,e=>({"&":`&amp;`,"<":`&lt;`,">":`&gt;`,'"':`&quot;`,"'":`&#39;`})[e]??e)}var b={ground:`#ffffff`,text:`#221d18`,line:`#8a7a68`},x=50,S=160;function C(e){return Math.round(Math.min(6e3,Math.max(1200,150*Math.sqrt(e))))}function w(e,t=!0,n=b){let r=g(e),[i,a]=[e.places.map(([e])=>e),e.places.map(([,e])=>e)],[o,s]=[Math.min(...i,0),Math.min(...a,0)],c=Math.max(Math.max(...i,0)-o,Math.max(...a,0)-s)||1,l=C(e.points.length),u=(l-100-S)/c,d=Math.round((Math.max(...a,0)-s)*u+100),f=e.places.map(([e,t])=>[(x+(e-o)*u).toFixed(1),(x+(t-s)*u).toFixed(1)]),p=e=>f[e]??[`0`,`0`],m=e.lines.map(e=>{let[[n,r],[i,a]]=[p(e.from),p(e.to)],o=e.says!==``,s=`<line x1="${n}" y1="${r}" x2="${i}" y2="${a}" stroke-width="${o?1.5:.7}"${o?` marker-end="url(#tip)"`:``}/>`;return o&&t?`${s}<text stroke="none" x="${T(n,i)}" y="${T(r,a)}">${y(e.says)}</text>`:s}),h=e.points.map((e,t)=>{let[n,i]=p(t);return`<circle cx="${n}" cy="${i}" r="${(4+4*Math.sqrt(Math.max(e.weight,0))).toFixed(1)}" fill="${v(r,e.kind)}"><title>${y(`${e.label} (${e.kind})`)}</title></circle>`}),_=e.points.map((e,t)=>{let[n,r]=p(t);return`<text x="${(Number(n)+12).toFixed(1)}" y="${(Number(r)+4).toFixed(1)}">${y(e.label)}</text>`});return`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${l} ${d}" width="${l}" height="${d}">
<title>${y(e.title)}</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="14" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z" fill="${n.line}"/></marker></defs>
<rect width="100%" height="100%" fill="${n.ground}"/>
<g stroke="${n.line}" fill="${n.text}" font-family="sans-serif" font-size="10">
${m.join(`
`)}
</g>
<g>
${h.join(`
`)}
</g>
<g fill="${n.text}" font-family="sans-serif" font-size="13">
${_.join(`
`)}
</g>
</svg>
`}function T(e,t){return((Number(e)+Number(t))/2).toFixed(1)}function E(e){let t=e.points.map(e=>`<node id="${y(e.id)}"><data key="label">${y(e.label)}</data><data key="kind">${y(e.kind)}</data></node>`),n=e.lines.map(t=>`<edge source="${y(e.points[t.from]?.id??``)}" target="${y(e.points[t.to]?.id??``)}"><data key="says">${y(t.says)}</data><data key="weight">${t.weight}</data></edge>`);return`<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="label" for="node" attr.name="label" attr.type="string"/><key id="kind" for="node" attr.name="kind" attr.type="string"/>
<key id="says" for="edge" attr.name="says" attr.type="string"/><key id="weight" for="edge" attr.name="weight" attr.type="double"/>
<graph edgedefault="directed">
${[...t,...n].join(`
`)}
</graph>
</graphml>
`}export{v as a,g as c,o as d,r as f,_ as i,f as l,E as n,h as o,w as r,m as s,y as t,l as u};