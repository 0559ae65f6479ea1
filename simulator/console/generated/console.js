/** Made by `npm run generate` from simulator/console/page. Edit that. */
"use strict";
(() => {
  // node_modules/preact/dist/preact.mjs
  var n;
  var t;
  var r;
  var u;
  var i;
  var f;
  var o;
  var e;
  var l;
  var c;
  var a;
  var s;
  var h = /* @__PURE__ */ Symbol.for("pv");
  var p = {};
  var y = [];
  var v = /^m(i|n|o|s|text|space)$/;
  var w = Array.isArray;
  var d = y.slice;
  var _ = Object.assign;
  function g(n2) {
    n2 && n2.parentNode && n2.remove();
  }
  function m(r3, u3, i3, f4, o4) {
    var e3 = { type: r3, props: u3, key: i3, ref: f4, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o4 || ++t, __i: -1, __u: 0 };
    return !o4 && n.vnode && n.vnode(e3), e3;
  }
  function $(n2) {
    return n2.children;
  }
  function x(n2, t3) {
    this.props = n2, this.context = t3, this.__g = 0;
  }
  function S(n2, t3) {
    if (null == t3) return n2.__ && S(n2.__, n2.__i + 1);
    for (var r3; t3 < n2.__k.length; t3++) if ((r3 = n2.__k[t3]) && r3.__e) return r3.__e;
    return "function" != typeof n2.type || n2.props.__P ? null : S(n2);
  }
  function C(t3) {
    var r3, u3 = t3.__v, i3 = u3.__e, f4 = [], o4 = [], e3 = t3.__P;
    e3 && ((r3 = _({ constructor: h }, u3)).__v = u3.__v + 1, n.vnode && n.vnode(r3), z(e3, r3, u3, t3.__n, e3.namespaceURI, 32 & u3.__u ? [i3] : null, f4, i3 || S(u3), 32 & u3.__u, o4), r3.__v = u3.__v, r3.__.__k[r3.__i] = r3, E(f4, r3, o4), u3.__ = u3.__e = null, r3.__e != i3 && j(r3));
  }
  function j(n2) {
    if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t3) {
      return t3 && (n2.__e = t3.__e);
    }), j(n2);
  }
  function L(t3) {
    (8 & t3.__g || (t3.__g |= 8, u.push(t3), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
  }
  function H() {
    try {
      for (var n2, t3 = 1; u.length; ) u.length > t3 && u.sort(o), n2 = u.shift(), t3 = u.length, 8 & n2.__g && C(n2);
    } finally {
      (f = u.length) && (i || queueMicrotask)(H);
    }
  }
  function I(n2, t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, h3, v3, w3, d3, _3, g3 = u3.__k || y, k2 = t3.length;
    for (l3 = q(r3, t3, g3, l3, k2), s3 = 0; s3 < k2; s3++) null != (v3 = r3.__k[s3]) && (h3 = ~v3.__i && g3[v3.__i] || p, v3.__i = s3, _3 = z(n2, v3, h3, i3, f4, o4, e3, l3, c3, a4), w3 = v3.__e, (h3.ref != v3.ref || 8 & h3.__u) && (h3.ref && G(h3.ref, null, v3, h3), v3.ref && a4.push(v3.ref, v3.__c || w3, v3)), d3 = d3 || w3, 4 & v3.__u ? (l3 = A(v3, l3, n2, !h3.__v), h3.__e && (h3.__e = null)) : "function" == typeof v3.type && void 0 !== _3 ? l3 = _3 : w3 && (l3 = w3.nextSibling), v3.__u &= -21);
    return r3.__e = d3, l3;
  }
  function q(n2, t3, r3, u3, i3) {
    var f4, o4, e3, l3, c3, a4, s3, p3, y3, v3 = r3.length, d3 = v3, _3 = 0, g3 = 0, k2 = n2.__k = Array(i3);
    for (f4 = 0; f4 < i3; f4++) null != (o4 = t3[f4]) && "boolean" != typeof o4 && "function" != typeof o4 ? ("object" != typeof o4 || o4.constructor === String ? o4 = k2[f4] = m(null, o4) : w(o4) ? o4 = k2[f4] = m($, { children: o4 }) : o4.constructor === h && o4.__b ? o4 = k2[f4] = m(o4.type, o4.props, o4.key, o4.ref, o4.__v) : k2[f4] = o4, l3 = f4 + _3, o4.__ = n2, o4.__b = n2.__b + 1, e3 = null, ~(c3 = o4.__i = P(o4, r3, l3, d3)) && (d3--, (e3 = r3[c3]) && (e3.__u |= 2)), e3 && e3.__v ? (o4.__u |= 16, c3 == l3 - 1 ? _3-- : c3 == l3 + 1 ? _3++ : c3 != l3 && (c3 > l3 ? _3-- : _3++, g3 = 1)) : (~c3 || (i3 > v3 ? _3-- : i3 < v3 && _3++), "function" != typeof o4.type && (o4.__u |= 4))) : k2[f4] = null;
    if (g3) {
      for (a4 = [], s3 = [], f4 = 0; f4 < i3; f4++) if ((o4 = k2[f4]) && 16 & o4.__u) {
        for (_3 = 0, p3 = a4.length; _3 < p3; ) a4[y3 = _3 + p3 >> 1] < o4.__i ? _3 = y3 + 1 : p3 = y3;
        a4[_3] = o4.__i, s3[f4] = _3 + 1;
      }
      for (_3 = a4.length; f4--; ) s3[f4] && (s3[f4] == _3 ? _3-- : k2[f4].__u |= 4);
    }
    if (d3) for (f4 = 0; f4 < v3; f4++) !(e3 = r3[f4]) || 2 & e3.__u || (e3.__e == u3 && (u3 = S(e3)), J(e3, e3));
    return u3;
  }
  function A(n2, t3, r3, u3) {
    var i3, f4, o4, e3;
    if ("function" == typeof n2.type) {
      if (n2.props.__P) return t3;
      if (i3 = n2.__k) for (f4 = 0; f4 < i3.length; f4++) i3[f4] && (i3[f4].__ = n2, t3 = A(i3[f4], t3, r3, false));
      return t3;
    }
    for (t3 && !t3.parentNode && (t3 = S(n2)) && !t3.parentNode && (t3 = null), o4 = n2.__e, e3 = t3; e3 && 8 == e3.nodeType; ) e3 = e3.nextSibling;
    for (o4 != e3 && (!u3 && r3.moveBefore && o4.parentNode ? r3.moveBefore(o4, t3) : r3.insertBefore(o4, t3 || null)), t3 = o4; (t3 = t3 && t3.nextSibling) && 8 == t3.nodeType && !t3.data.startsWith("$s"); ) ;
    return t3;
  }
  function P(n2, t3, r3, u3) {
    var i3, f4 = n2.key, o4 = n2.type, e3 = t3[r3], l3 = e3 && !(2 & e3.__u);
    if (null === e3 && null == f4 || l3 && f4 == e3.key && o4 == e3.type) return r3;
    if (u3 > (l3 ? 1 : 0)) {
      for (i3 = r3 - 1; i3 >= 0; i3--) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
      for (i3 = r3 + 1; i3 < t3.length; i3++) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
    }
    return -1;
  }
  function T(n2, t3, r3) {
    null == r3 && (r3 = ""), "-" == t3[0] ? n2.setProperty(t3, r3) : n2[t3] = r3;
  }
  function N(n2, t3, r3, u3, i3) {
    var f4, o4;
    if ("style" == t3) if ("string" == typeof r3) n2.style.cssText = r3;
    else {
      if ("string" == typeof u3 && (n2.style.cssText = u3 = ""), u3) for (t3 in u3) r3 && t3 in r3 || T(n2.style, t3);
      if (r3) for (t3 in r3) u3 && r3[t3] == u3[t3] || T(n2.style, t3, r3[t3]);
    }
    else if ("o" == t3[0] && "n" == t3[1]) "function" != typeof r3 && (r3 = null), "function" != typeof u3 && (u3 = null), (n2.__e || (n2.__e = {}))[t3] = r3, r3 && u3 || (o4 = a[t3] || (a[t3] = V(t3)), (n2.__a || (n2.__a = {}))[t3] = c, f4 = t3 != (t3 = t3.replace(l, "$1")), (t3 = t3.slice(2))[0] < "a" && (t3 = t3.toLowerCase()), r3 ? n2.addEventListener(t3, o4, f4) : n2.removeEventListener(t3, o4, f4));
    else {
      if ("http://www.w3.org/2000/svg" == i3) t3 = t3.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
      else if ("width" != t3 && "height" != t3 && "href" != t3 && "list" != t3 && "form" != t3 && "tabIndex" != t3 && "download" != t3 && "rowSpan" != t3 && "colSpan" != t3 && "role" != t3 && "popover" != t3 && t3 in n2) try {
        return void (n2[t3] = null == r3 ? "" : r3);
      } catch (n3) {
      }
      if ("function" == typeof r3) return;
      null == r3 || false === r3 && "-" != t3[4] ? n2.removeAttribute(t3) : n2.setAttribute(t3, "popover" == t3 && 1 == r3 ? "" : r3);
    }
  }
  function V(t3) {
    return function(r3) {
      var u3 = this.__e;
      if (u3) {
        if (u3 = u3[t3], null == r3[e]) r3[e] = c++;
        else if (r3[e] < this.__a[t3]) return;
        return u3(n.event ? n.event(r3) : r3);
      }
    };
  }
  function z(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, p3, v3, d3, k2, b2, m3, M, C3, j2, L2, H2, q2, A3, O, P2, T3, N2, V2 = r3.type;
    if (r3.constructor !== h) return null;
    128 & u3.__u && (c3 = 32 & u3.__u, s3 = u3.__c.__z) && (r3.__u |= c3, p3 = o4 = [], 8 == s3.nodeType ? l3 = B(s3, o4) : o4.push(s3), l3 = o4[0] || l3), (s3 = n.__b) && s3(r3);
    n: if ("function" == typeof V2) {
      v3 = e3.length;
      try {
        if (M = r3.props, C3 = (s3 = V2.prototype) && s3.render, j2 = (s3 = V2.contextType) && i3[s3.__c], L2 = s3 ? j2 ? j2.props.value : s3.__ : i3, (d3 = u3.__c) ? (r3.__c = d3, 2 & d3.__g && (d3.__g |= 1)) : (C3 ? r3.__c = d3 = new V2(M, L2) : (r3.__c = d3 = new x(M, L2), d3.constructor = V2, d3.render = K), j2 && j2.sub(d3), d3.state || (d3.state = {}), d3.__n = i3, d3.__g |= 8, d3.__h = [], d3.__k = []), C3 && (d3.__s || (d3.__s = d3.state), V2.getDerivedStateFromProps && (d3.__s == d3.state && (d3.__s = _({}, d3.__s)), _(d3.__s, V2.getDerivedStateFromProps(M, d3.__s)))), k2 = d3.props, b2 = d3.state, d3.__v = r3, u3.__c) {
          if (M !== k2 && C3 && !V2.getDerivedStateFromProps && d3.componentWillReceiveProps && d3.componentWillReceiveProps(M, L2), r3.__v == u3.__v && !(8 & d3.__g) || !(4 & d3.__g) && d3.shouldComponentUpdate && false === d3.shouldComponentUpdate(M, d3.__s, L2)) {
            r3.__v != u3.__v && (d3.props = M, d3.state = d3.__s, d3.__g &= -9), r3.__e = u3.__e, r3.__k = u3.__k, r3.__k.some(function(n2) {
              n2 && (n2.__ = r3);
            }), y.push.apply(d3.__h, d3.__k), d3.__k = [], d3.__h.length && e3.push(d3), l3 = S(u3);
            break n;
          }
          d3.componentWillUpdate && d3.componentWillUpdate(M, d3.__s, L2), C3 && d3.componentDidUpdate && d3.__h.push(function() {
            d3.componentDidUpdate(k2, b2, m3);
          });
        } else C3 && !V2.getDerivedStateFromProps && d3.componentWillMount && d3.componentWillMount(), C3 && d3.componentDidMount && d3.__h.push(d3.componentDidMount);
        d3.context = L2, d3.props = M, d3.__P = t3, d3.__g &= -5, H2 = n.__r, q2 = C3 ? 25 : 0;
        do {
          d3.__g &= -9, H2 && H2(r3), s3 = d3.render(d3.props, d3.state = d3.__s, d3.context);
        } while (8 & d3.__g && ++q2 < 25);
        C3 && (y.push.apply(d3.__h, d3.__k), d3.__k = []), d3.state = d3.__s, d3.getChildContext && (i3 = _({}, i3, d3.getChildContext())), C3 && u3.__c && d3.getSnapshotBeforeUpdate && (m3 = d3.getSnapshotBeforeUpdate(k2, b2)), A3 = s3 && s3.type === $ && null == s3.key ? s3.props.children : s3, M.__P && (s3 = l3, f4 = (t3 = M.__P).namespaceURI, c3 = o4 = null, u3.props && u3.props.__P != t3 && (u3.__k.some(function(n2) {
          n2 && J(n2, n2);
        }), u3.__k = null), l3 = u3.__k ? S(u3, 0) : null), l3 = I(t3, w(A3) ? A3 : [A3], r3, u3, i3, f4, o4, e3, l3, c3, a4), M.__P && (r3.__e = null, l3 = s3), r3.__u &= -161, p3 && p3.some(g), d3.__h.length && e3.push(d3), 1 & d3.__g && (d3.__g &= -4);
      } catch (t4) {
        if (e3.length = v3, r3.__v = null, c3 || o4) if (t4 && t4.then) {
          if (r3.__u |= 128 | c3, o4) {
            for (~(T3 = o4.indexOf(l3 || void 0)) || (T3 = o4.length); (N2 = o4[T3 - 1]) && 8 == N2.nodeType; ) T3--;
            for (; T3 < o4.length; T3++) if (N2 = o4[T3]) if (o4[T3] = null, O) {
              if (N2 == P2) break;
            } else {
              if (8 != N2.nodeType) break;
              N2.data.startsWith("$s") && (P2 = B(O = N2));
            }
          }
          if (!O) {
            for (; l3 && 8 == l3.nodeType && l3.nextSibling; ) l3 = l3.nextSibling;
            O = l3;
          }
          (s3 = B(O = r3.__c.__z || (r3.__c.__z = O))) ? (r3.__e = O, l3 = s3) : r3.__e = l3, l3 = l3 && l3.nextSibling;
        } else o4 && o4.some(g);
        else r3.__e = u3.__e;
        r3.__k || (r3.__k = u3.__k || []), t4 && t4.then || D(r3), n.__e(t4, r3, u3);
      }
    } else l3 = r3.__e = F(u3.__e, r3, u3, i3, f4, o4, e3, c3, a4, t3);
    return (s3 = n.diffed) && s3(r3), l3;
  }
  function B(n2, t3) {
    if (n2 && 8 == n2.nodeType && n2.data.startsWith("$s")) for (var r3 = 1; n2 = n2.nextSibling; ) {
      if (8 == n2.nodeType) {
        if (n2.data.startsWith("$s")) r3++;
        else if (n2.data.startsWith("/$s") && !--r3) return n2;
      }
      t3 && t3.push(n2);
    }
  }
  function D(n2) {
    n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
  }
  function E(t3, r3, u3) {
    for (var i3 = 0; i3 < u3.length; ) G(u3[i3++], u3[i3++], u3[i3++]);
    n.__c && n.__c(r3, t3), t3.some(function(r4) {
      try {
        t3 = r4.__h, r4.__h = [], t3.some(function(n2) {
          n2.call(r4);
        });
      } catch (t4) {
        n.__e(t4, r4.__v);
      }
    });
  }
  function F(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
    var s3, h3, y3, _3, k2, b2, m3, M, $2 = u3.props || p, x2 = r3.props, C3 = r3.type;
    if ("svg" == C3 ? f4 = "http://www.w3.org/2000/svg" : "math" == C3 ? f4 = "http://www.w3.org/1998/Math/MathML" : f4 || (f4 = "http://www.w3.org/1999/xhtml"), o4) {
      for (s3 = 0; s3 < o4.length; s3++) if ((k2 = o4[s3]) && (C3 ? k2.localName == C3 : 3 == k2.nodeType)) {
        t3 = k2, o4[s3] = null;
        break;
      }
    }
    if (!t3) {
      if (M = a4.ownerDocument || document, !C3) return M.createTextNode(x2);
      t3 = M.createElementNS(f4, C3, x2.is ? x2 : a4), l3 && (n.__m && n.__m(r3, o4), l3 = false), o4 = null;
    }
    if (C3) {
      if (a4 = "template" == C3 && t3.content || t3, o4 = "textarea" == C3 && null != x2.defaultValue ? null : o4 && d.call(a4.childNodes), !l3 && o4) for ($2 = {}, s3 = 0; s3 < t3.attributes.length; s3++) $2[(k2 = t3.attributes[s3]).name] = k2.value;
      for (s3 in $2) k2 = $2[s3], "dangerouslySetInnerHTML" == s3 ? y3 = k2 : "children" == s3 || s3 in x2 || "value" == s3 && "defaultValue" in x2 || "checked" == s3 && "defaultChecked" in x2 || N(t3, s3, null, k2, f4);
      for (s3 in x2) k2 = x2[s3], "children" == s3 ? _3 = k2 : "dangerouslySetInnerHTML" == s3 ? h3 = k2 : "value" == s3 ? b2 = k2 : "checked" == s3 ? m3 = k2 : l3 && "function" != typeof k2 || $2[s3] === k2 || N(t3, s3, k2, $2[s3], f4);
      h3 ? (l3 || y3 && (h3.__html == y3.__html || h3.__html == t3.innerHTML) || (t3.innerHTML = h3.__html), r3.__k = []) : (y3 && (t3.textContent = ""), ("foreignObject" == C3 || "http://www.w3.org/1998/Math/MathML" == f4 && v.test(C3)) && (f4 = "http://www.w3.org/1999/xhtml"), I(a4, w(_3) ? _3 : [_3], r3, u3, i3, f4, o4, e3, o4 ? o4[0] : u3.__k && S(u3, 0), l3, c3), o4 && o4.some(g)), l3 && "textarea" != C3 || (s3 = "value", "progress" == C3 && null == b2 ? t3.removeAttribute(s3) : null == b2 || b2 === t3[s3] && ("progress" != C3 || b2) || N(t3, s3, b2, $2[s3], f4), s3 = "checked", null != m3 && m3 != t3[s3] && N(t3, s3, m3, $2[s3], f4));
    } else $2 === x2 || l3 && t3.data == x2 || (t3.data = x2);
    return t3;
  }
  function G(t3, r3, u3, i3) {
    try {
      "function" == typeof t3 ? r3 ? r3.__x = t3(r3) || 1 : i3 && (i3 = i3.__c || i3.__e) && (r3 = i3.__x) && (i3.__x = null, "function" == typeof r3 ? r3() : t3(null)) : t3.current = r3;
    } catch (t4) {
      n.__e(t4, u3);
    }
  }
  function J(t3, r3, u3) {
    var i3, f4, o4, e3;
    if (n.unmount && n.unmount(t3), !(i3 = t3.ref) || i3.current && i3.current != t3.__e || G(i3, null, r3, t3), i3 = t3.__c) {
      if (i3.componentWillUnmount) try {
        i3.componentWillUnmount();
      } catch (t4) {
        n.__e(t4, r3);
      }
      i3.__P = i3.__n = null;
    }
    if (i3 = t3.__k) for (e3 = 0; e3 < i3.length; e3++) i3[e3] && J(i3[e3], r3, "function" != typeof t3.type || u3 && !t3.props.__P);
    !u3 && (i3 = t3.__c) && (i3 = i3.__z) && (f4 = B(i3, o4 = [])) && (i3 == t3.__e && o4.some(g), g(f4), g(i3)), u3 || g(t3.__e), t3.__e = t3.__c = t3.__ = null;
  }
  function K(n2, t3, r3) {
    return this.constructor(n2, r3);
  }
  function Q(t3, r3) {
    var u3, i3, f4, o4;
    n.__ && n.__(t3, r3), 9 == r3.nodeType && (r3 = r3.documentElement), i3 = (u3 = t3 && 32 & t3.__u) ? null : r3.__k, r3.__k = m($, { children: [t3] }), f4 = [], o4 = [], z(r3, r3.__k, i3 || p, p, r3.namespaceURI, i3 ? null : r3.firstChild ? d.call(r3.childNodes) : null, f4, i3 ? i3.__e : r3.firstChild, u3, o4), E(f4, r3.__k, o4), r3.__k.props.children = null;
  }
  n = { __e: function(n2, t3, r3, u3) {
    for (var i3, o4, e3; t3 = t3.__; ) if ((i3 = t3.__c) && !(1 & i3.__g)) {
      i3.__g |= 4;
      try {
        if ((e3 = (o4 = i3.constructor) && o4.getDerivedStateFromError) && i3.setState(o4.getDerivedStateFromError(n2)), i3.componentDidCatch && (i3.componentDidCatch(n2, u3 || {}), e3 = 1), e3 && 8 & i3.__g) return void (i3.__g |= 2);
      } catch (t4) {
        n2 = t4;
      }
    }
    throw f = 0, n2;
  } }, t = 0, r = function(n2) {
    return null != n2 && n2.constructor === h;
  }, x.prototype.setState = function(n2, t3) {
    var r3 = this.__s;
    r3 && r3 != this.state || (r3 = this.__s = _({}, this.state)), "function" == typeof n2 && (n2 = n2(_({}, r3), this.props)), n2 && (_(r3, n2), this.__v && (t3 && this.__k.push(t3), L(this)));
  }, x.prototype.forceUpdate = function(n2) {
    this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
  }, x.prototype.render = $, u = [], f = 0, o = function(n2, t3) {
    return n2.__v.__b - t3.__v.__b;
  }, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

  // node_modules/preact/hooks/dist/hooks.mjs
  var t2;
  var r2;
  var u2;
  var i2;
  var o2 = Object.is;
  var f2 = 0;
  var c2 = [];
  var e2 = [];
  var a2 = n;
  var v2 = a2.__b;
  var l2 = a2.__r;
  var m2 = a2.diffed;
  var h2 = a2.__c;
  var s2 = a2.unmount;
  var p2 = a2.__;
  function y2(n2, t3) {
    a2.__h && a2.__h(r2, n2, f2 || t3), f2 = 0;
    var u3 = r2.__H || (r2.__H = { __: [], __h: [] });
    return n2 >= u3.__.length && u3.__.push({}), u3.__[n2];
  }
  function d2(n2) {
    return f2 = 1, _2(G2, n2);
  }
  function _2(n2, u3, i3) {
    var f4 = y2(t2++, 2);
    if (f4.t = n2, !f4.__c && (f4.__ = [i3 ? i3(u3) : G2(void 0, u3), function(n3) {
      var t3 = (f4.__N || f4.__)[0], r3 = f4.t(t3, n3);
      o2(t3, r3) || (f4.__N = [r3, f4.__[1]], f4.__c.setState({}));
    }], f4.__c = r2, !r2.__f)) {
      r2.__f = true;
      var c3 = r2.shouldComponentUpdate;
      r2.shouldComponentUpdate = function(n3, t3, r3) {
        var u4 = this.__H;
        if (!u4) return true;
        var i4 = false, f5 = this.props != n3;
        if (u4.__.some(function(n4) {
          n4.__N && (i4 = true, o2(n4.__[0], n4.__N[0]) || (f5 = true));
        }), c3) {
          var e3 = c3.call(this, n3, t3, r3);
          return i4 ? e3 || f5 : e3;
        }
        return !i4 || f5;
      };
    }
    return f4.__;
  }
  function A2(n2, u3) {
    var i3 = y2(t2++, 3);
    !a2.__s && E2(i3.__H, u3) && (i3.__P = true, i3.__ = n2, i3.u = u3, r2.__H.__h.push(i3));
  }
  function F2(n2, u3) {
    var i3 = y2(t2++, 4);
    !a2.__s && E2(i3.__H, u3) && (i3.__P = false, i3.__ = n2, i3.u = u3, r2.__h.push(i3));
  }
  function T2(n2) {
    return f2 = 5, w2(function() {
      return { current: n2 };
    }, []);
  }
  function w2(n2, r3) {
    var u3 = y2(t2++, 7);
    return E2(u3.__H, r3) && (u3.__ = n2(), u3.__H = r3), u3.__;
  }
  function b(n2, t3) {
    return f2 = 8, w2(function() {
      return n2;
    }, t3);
  }
  function g2() {
    var n2;
    do {
      for (; n2 = e2.shift(); ) try {
        C2(n2);
      } catch (t4) {
        a2.__e(t4, { __: (n2 = n2.__P) && n2.__v });
      }
      for (; n2 = c2.shift(); ) {
        var t3 = n2.__H;
        if (n2.__P && t3) try {
          t3.__h.some(C2), t3.__h.some(D2), t3.__h = [];
        } catch (r3) {
          t3.__h = [], a2.__e(r3, n2.__v);
        }
      }
    } while (e2.length);
  }
  a2.__b = function(n2) {
    r2 = null, v2 && v2(n2);
  }, a2.__ = function(n2, t3) {
    n2 && t3.__k && t3.__k.__m && (n2.__m = t3.__k.__m), p2 && p2(n2, t3);
  }, a2.__r = function(n2) {
    l2 && l2(n2), t2 = 0;
    var i3 = (r2 = n2.__c).__H;
    i3 && (u2 == r2 ? r2.__h = [] : (i3.__h.some(C2), i3.__h.some(D2), t2 = 0), i3.__h = [], i3.__.some(function(n3) {
      n3.__N && (n3.__ = n3.__N), n3.u = n3.__N = void 0;
    })), u2 = r2;
  }, a2.diffed = function(n2) {
    m2 && m2(n2);
    var t3 = n2.__c;
    t3 && t3.__H && (t3.__H.__h.length && B2(c2.push(t3)), t3.__H.__.some(function(n3) {
      n3.u && (n3.__H = n3.u);
    })), u2 = r2 = null;
  }, a2.__c = function(n2, t3) {
    t3.some(function(n3) {
      try {
        n3.__h.some(C2), n3.__h = n3.__h.filter(function(n4) {
          return !n4.__ || D2(n4);
        });
      } catch (t4) {
        n3.__h = [function() {
          throw t4;
        }];
      }
    }), h2 && h2(n2, t3);
  }, a2.unmount = function(n2) {
    s2 && s2(n2);
    var t3, r3, u3 = n2.__c;
    u3 && u3.__H && (u3.__H.__.some(function(u4) {
      try {
        if (u4.__P && u4.__c) {
          if (void 0 === r3) {
            for (r3 = n2.__; r3 && (!r3.__c || !r3.__c.__P); ) r3 = r3.__;
            r3 = r3 && r3.__c;
          }
          u4.__P = r3, B2(e2.push(u4));
        } else C2(u4);
      } catch (n3) {
        t3 = n3;
      }
    }), u3.__H = void 0, t3 && a2.__e(t3, u3.__v));
  };
  var k = "function" == typeof requestAnimationFrame;
  function z2(n2) {
    var t3, r3 = function() {
      clearTimeout(u3), k && cancelAnimationFrame(t3), setTimeout(n2);
    }, u3 = setTimeout(r3, 35);
    k && (t3 = requestAnimationFrame(r3));
  }
  function B2(n2) {
    1 != n2 && i2 == a2.requestAnimationFrame || ((i2 = a2.requestAnimationFrame) || z2)(g2);
  }
  function C2(n2) {
    var t3 = r2, u3 = n2.__c;
    "function" == typeof u3 && (n2.__c = void 0, u3()), r2 = t3;
  }
  function D2(n2) {
    var t3 = r2;
    n2.__c = n2.__(), r2 = t3;
  }
  function E2(n2, t3) {
    return !n2 || n2.length != t3.length || t3.some(function(t4, r3) {
      return !o2(t4, n2[r3]);
    });
  }
  function G2(n2, t3) {
    return "function" == typeof t3 ? t3(n2) : t3;
  }

  // src/contract/json.ts
  var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  function jsonOf(text) {
    try {
      return JSON.parse(text);
    } catch {
      return void 0;
    }
  }

  // simulator/console/page/link/api.ts
  var Refused = class extends Error {
    status;
    code;
    constructor(status, code, message) {
      super(message);
      this.status = status;
      this.code = code;
    }
  };
  var get = (path) => ask("GET", path);
  var post = (path, body) => ask("POST", path, body);
  var put = (path, body) => ask("PUT", path, body);
  var remove = (path) => ask("DELETE", path);
  async function ask(method, path, body) {
    const response = await fetch(path, {
      method,
      headers: { "x-ringpost-page": "1", ...body !== void 0 && { "content-type": "application/json" } },
      ...body !== void 0 && { body: JSON.stringify(body) }
    }).catch(() => {
      throw new Refused(0, "unreachable", "The simulator does not answer. Is it still running?");
    });
    const text = await response.text();
    const answer = jsonOf(text) ?? null;
    if (response.ok) return answer;
    const error = answer?.error;
    throw new Refused(response.status, error?.code ?? String(response.status), error?.message ?? `It answered ${response.status}.`);
  }
  var sentenceOf = (error) => {
    if (!(error instanceof Error)) return String(error);
    return error instanceof Refused && error.status >= 400 ? `${error.message} (${error.status} ${error.code})` : error.message;
  };

  // simulator/console/page/deliveries/delivery.ts
  var byteLength = ({ bodyBase64 }) => bodyBase64.length / 4 * 3 - (/=*$/.exec(bodyBase64)?.[0].length ?? 0);
  var replay = ({ deliveryId }) => post(`/console/deliveries/${deliveryId}/retry`);
  function writtenIn(records, { attempt, isOwn }, { attempts }) {
    const ownBefore = attempts.filter((each) => each.isOwn && each.attempt < attempt).length;
    return isOwn ? void 0 : records.find(({ n: n2 }) => n2 === attempt - ownBefore);
  }

  // simulator/console/page/actions.ts
  function actionsOf({ listing, navigation, kept, expectations, say }) {
    const { chosen } = listing;
    const sayWhy = (error) => say(sentenceOf(error));
    const reset = async () => {
      const isKept = await kept.keepCurrent().catch(() => false);
      await post("/reset");
      listing.chooseNothing();
      say(`The simulator has forgotten everything.${isKept ? " The run before is among the runs." : ""}`);
    };
    return {
      async hangUp() {
        if (chosen?.kind !== "call" || !chosen.call.callId) return;
        await post(`/console/calls/${chosen.call.callId}/end`).then(() => say("Hanging up."), sayWhy);
      },
      replayChosen() {
        if (chosen?.kind === "delivery") void replay(chosen.delivery).then(() => say("Replayed."), sayWhy);
      },
      expect(expected) {
        expectations.add(expected);
        navigation.setTask("expect");
        navigation.setSight("forms");
        say("Expected from now on; “Check all” holds it against the next run.");
      },
      forget: () => void reset().catch(sayWhy)
    };
  }

  // simulator/console/page/frame/address.ts
  function addressOf(hash) {
    const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
    return { path: path.split("/").filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
  }
  function hashOf(path, query = {}) {
    const given = Object.entries(query).filter((pair) => pair[1] !== void 0 && pair[1] !== "");
    const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
    return `#/${path.map(encodeURIComponent).join("/")}${search}`;
  }
  var here = () => addressOf(location.hash);
  function go(path, query = {}, step = "push") {
    const hash = hashOf(path, query);
    if (hash === location.hash) return;
    if (step === "push") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    for (const tell of listeners) tell();
  }
  var listeners = /* @__PURE__ */ new Set();
  function useAddress() {
    const [address, setAddress] = d2(here);
    F2(() => {
      const listen = () => setAddress(here());
      listeners.add(listen);
      addEventListener("hashchange", listen);
      return () => {
        listeners.delete(listen);
        removeEventListener("hashchange", listen);
      };
    }, []);
    return address;
  }
  function decoded(part) {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  }

  // simulator/console/page/calls/placed-call.ts
  function usePlacedCall(model, { choose }) {
    const awaited = T2(null);
    A2(() => {
      if (awaited.current === null) return;
      const path = here().path.join("/");
      const call = model.callOf.get(awaited.current.callId);
      if (path !== (awaited.current.path ?? path)) awaited.current = null;
      else if (!call) awaited.current = { ...awaited.current, path };
      else {
        awaited.current = null;
        choose("calls", call.key, { see: "list" });
      }
    });
    return (callId) => {
      awaited.current = { callId };
    };
  }

  // node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
  var f3 = /* @__PURE__ */ Symbol.for("pv");
  var o3 = 0;
  function a3(t3, e3, n2, u3, a4, i3) {
    e3 || (e3 = {});
    var c3, l3, p3 = e3;
    if ("ref" in p3 && "function" != typeof t3) for (l3 in p3 = {}, e3) "ref" == l3 ? c3 = e3[l3] : p3[l3] = e3[l3];
    var s3 = { type: t3, props: p3, key: n2, ref: c3, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: f3, __v: --o3, __i: -1, __u: 0 };
    return (a4 || i3) && (s3.__source = a4, s3.__self = i3), n.vnode && n.vnode(s3), s3;
  }

  // simulator/console/page/frame/parts.tsx
  var glyphs = { good: "✓", bad: "✕", wait: "↻", live: "●", quiet: "–" };
  function Mark({ tone, label }) {
    return /* @__PURE__ */ a3("span", { class: `mark ${tone}`, ...label === void 0 ? { "aria-hidden": true } : { role: "img", "aria-label": label }, children: glyphs[tone] });
  }
  function Badge({ tone, children }) {
    return /* @__PURE__ */ a3("span", { class: `badge ${tone}`, children: [
      /* @__PURE__ */ a3(Mark, { tone }),
      " ",
      children
    ] });
  }
  function CopyButton({ label, name: name5, text }) {
    const [copied, setCopied] = d2("no");
    const timer = T2(void 0);
    const copy = async () => {
      const isCopied = navigator.clipboard?.writeText(text()).then(
        () => true,
        () => false
      );
      setCopied(await isCopied ? "yes" : "failed");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied("no"), 2e3);
    };
    const said = { no: label, yes: "Copied", failed: "The browser refused" }[copied];
    return /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: () => void copy(), "aria-label": copied === "no" ? name5 : said, children: [
      /* @__PURE__ */ a3("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", children: /* @__PURE__ */ a3("path", { d: copied === "yes" ? "M3 8.5l3.5 3.5L13 4.5" : "M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2" }) }),
      said
    ] });
  }
  function Empty({ title, children }) {
    return /* @__PURE__ */ a3("div", { class: "empty", children: [
      /* @__PURE__ */ a3("p", { class: "empty-title", children: title }),
      children && /* @__PURE__ */ a3("p", { children })
    ] });
  }
  function DetailHead({ title, standing: { tone, word }, names: names2, children }) {
    return /* @__PURE__ */ a3("header", { class: "detail-head", children: [
      /* @__PURE__ */ a3("div", { class: "detail-title", children: [
        /* @__PURE__ */ a3("h2", { children: title }),
        /* @__PURE__ */ a3(Badge, { tone, children: word })
      ] }),
      /* @__PURE__ */ a3("p", { class: "mono muted wrap", children: names2 }),
      children
    ] });
  }
  function Problem({ children }) {
    return /* @__PURE__ */ a3("p", { class: "problem", role: "alert", children: [
      /* @__PURE__ */ a3(Mark, { tone: "bad" }),
      " ",
      /* @__PURE__ */ a3("span", { children })
    ] });
  }
  function Facts({ rows }) {
    return /* @__PURE__ */ a3("dl", { class: "facts", children: rows.map(([name5, value]) => /* @__PURE__ */ a3("div", { children: [
      /* @__PURE__ */ a3("dt", { children: name5 }),
      /* @__PURE__ */ a3("dd", { children: value })
    ] }, name5)) });
  }
  function Verbatim({ label, children }) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, only a mouse could scroll.
      /* @__PURE__ */ a3("section", { class: "raw", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a3("pre", { children }) })
    );
  }

  // simulator/accepted.ts
  var isAccepted = (answered) => typeof answered === "number" && answered >= 200 && answered < 300;

  // simulator/console/page/deliveries/delivery-standing.ts
  function deliveryStanding({ attempts }) {
    const last = attempts.at(-1);
    if (!last || last.answered === null) return { tone: "live", word: "arriving" };
    if (last.result === "invalid") return { tone: "bad", word: "does not verify" };
    if (isAccepted(last.answered)) return { tone: "good", word: "accepted" };
    return { tone: "wait", word: typeof last.answered === "number" ? `answered ${last.answered}` : String(last.answered) };
  }

  // simulator/console/page/deliveries/webhook-list.tsx
  function WebhookList({
    deliveries,
    onDelivery,
    children
  }) {
    return /* @__PURE__ */ a3("section", { class: "block", "aria-label": "Webhooks", children: [
      /* @__PURE__ */ a3("h3", { children: "Webhooks" }),
      deliveries.length === 0 && /* @__PURE__ */ a3("p", { class: "muted", children }),
      /* @__PURE__ */ a3("ul", { class: "plain", children: deliveries.map((delivery) => {
        const { tone, word } = deliveryStanding(delivery);
        return /* @__PURE__ */ a3("li", { children: /* @__PURE__ */ a3("button", { type: "button", class: "link-row", onClick: () => onDelivery(delivery.key), children: [
          /* @__PURE__ */ a3(Mark, { tone }),
          /* @__PURE__ */ a3("strong", { children: delivery.event ?? "unknown event" }),
          /* @__PURE__ */ a3("span", { class: "muted", children: [
            "to ",
            delivery.receiver,
            ", ",
            word
          ] }),
          /* @__PURE__ */ a3("span", { class: "chevron", "aria-hidden": "true", children: "›" })
        ] }) }, delivery.key);
      }) })
    ] });
  }

  // simulator/console/page/frame/button.tsx
  var Button = ({ isOff = false, onClick, ...rest }) => /* @__PURE__ */ a3(
    "button",
    {
      type: "button",
      ...rest,
      "aria-disabled": isOff,
      onClick: (event) => isOff ? event.preventDefault() : onClick?.(event),
      onKeyDown: (event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }
    }
  );
  var unlessDouble = (answer) => ({ detail: clicks }) => {
    if (clicks < 2) answer();
  };

  // simulator/console/page/frame/format.ts
  var timeOfDay = (iso) => new Date(iso).toLocaleTimeString("en-GB", { hour12: false });
  var exactTime = (iso) => `${timeOfDay(iso)}.${iso.slice(20, 23)}`;
  function span(seconds) {
    const whole = Math.max(0, Math.round(seconds));
    const units = [
      ["d", 86400],
      ["h", 3600],
      ["min", 60],
      ["s", 1]
    ];
    const first = units.findIndex(([, size]) => whole >= size);
    if (first === -1) return "0 s";
    let rest = whole;
    const parts = [];
    for (const [name5, size] of units.slice(first, first + 2)) {
      const count = Math.floor(rest / size);
      rest -= count * size;
      if (count > 0) parts.push(`${count} ${name5}`);
    }
    return parts.join(" ");
  }
  var clockOf = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  function bytes(count) {
    if (count < 1024) return `${count} bytes`;
    return count < 1048576 ? `${(count / 1024).toFixed(1)} KiB` : `${(count / 1048576).toFixed(1)} MiB`;
  }
  var shortId = (id) => id.length <= 14 ? id : `…${id.slice(-8)}`;
  var plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  function storyName(scenario) {
    if (scenario === null) return "Not dialled";
    const words2 = scenario.replaceAll("-", " ").replace(/^(answered|delivered|callbacks|extraction) /, "$1, ");
    return words2.charAt(0).toUpperCase() + words2.slice(1);
  }

  // simulator/console/page/frame/wav.ts
  function waveformIn(file, parts) {
    const view = new DataView(file);
    if (file.byteLength < 12 || textAt(view, 0, 4) !== "RIFF" || textAt(view, 8, 4) !== "WAVE") return null;
    const chunks = chunksIn(view, 12, file.byteLength);
    const [format, data] = [chunks.find(({ name: name5 }) => name5 === "fmt "), chunks.find(({ name: name5 }) => name5 === "data")];
    if (!format || !data || view.getUint16(format.from, true) !== pcm) return null;
    const channels = view.getUint16(format.from + 2, true);
    const [sampleRate, bytesPerSecond] = [view.getUint32(format.from + 4, true), view.getUint32(format.from + 8, true)];
    const bits = view.getUint16(format.from + 14, true);
    if (bits !== 8 && bits !== 16 || bytesPerSecond === 0) return null;
    const frame = channels * bits / 8;
    const loudness = (at) => bits === 8 ? Math.abs(view.getUint8(at) - 128) / 128 : Math.abs(view.getInt16(at, true)) / 32768;
    const frames = Math.floor((data.to - data.from) / frame);
    const peaks = Array.from({ length: parts }, (_3, part) => {
      let highest = 0;
      const end = Math.floor((part + 1) * frames / parts);
      for (let nth = Math.floor(part * frames / parts); nth < end; nth++) highest = Math.max(highest, loudness(data.from + nth * frame));
      return highest;
    });
    return { seconds: (data.to - data.from) / bytesPerSecond, peaks, marks: marksIn(view, chunks, sampleRate) };
  }
  var pcm = 1;
  function chunksIn(view, from, to) {
    const chunks = [];
    for (let at = from; at + 8 <= to; ) {
      const length = view.getUint32(at + 4, true);
      chunks.push({ name: textAt(view, at, 4), from: at + 8, to: Math.min(to, at + 8 + length) });
      at += 8 + length + length % 2;
    }
    return chunks;
  }
  function marksIn(view, chunks, sampleRate) {
    const labels = new Map(
      chunks.filter(({ name: name5, from }) => name5 === "LIST" && textAt(view, from, 4) === "adtl").flatMap(({ from, to }) => chunksIn(view, from + 4, to)).filter(({ name: name5 }) => name5 === "labl").map(({ from, to }) => [view.getUint32(from, true), textAt(view, from + 4, to - from - 4).replace(/\0+$/, "")])
    );
    const cues = chunks.find(({ name: name5 }) => name5 === "cue ");
    if (!cues) return [];
    return Array.from({ length: Math.floor((cues.to - cues.from - 4) / 24) }, (_3, nth) => cues.from + 4 + nth * 24).map((at) => ({ seconds: view.getUint32(at + 4, true) / sampleRate, label: labels.get(view.getUint32(at, true)) ?? "" })).sort((one, other) => one.seconds - other.seconds);
  }
  var textAt = (view, at, length) => new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, Math.max(0, Math.min(length, view.byteLength - at))));

  // simulator/console/page/frame/playing.ts
  var waveBars = 160;
  function usePlaying(url) {
    const audio = T2(null);
    const [waveform, setWaveform] = d2(null);
    const [problem, setProblem] = d2(null);
    const [at, setAt] = d2({ seconds: 0, isPlaying: false, hasBegun: false });
    A2(() => {
      let isCurrent = true;
      setWaveform(null);
      setProblem(null);
      setAt({ seconds: 0, isPlaying: false, hasBegun: false });
      if (url === null) return void 0;
      readWaveform(url).then(
        (found) => isCurrent && setWaveform(found),
        () => isCurrent && setProblem("The recording could not be fetched.")
      );
      return () => {
        isCurrent = false;
      };
    }, [url]);
    const follow2 = () => {
      const { currentTime, paused } = audio.current ?? { currentTime: 0, paused: true };
      setAt((before) => ({ seconds: currentTime, isPlaying: !paused, hasBegun: before.hasBegun || !paused || currentTime > 0 }));
    };
    const moveTo = (seconds) => {
      if (audio.current) audio.current.currentTime = seconds;
      setAt((before) => ({ ...before, seconds, hasBegun: true }));
    };
    const play = () => void audio.current?.play().catch(() => setProblem("The browser cannot play it."));
    return {
      ...{ audio, waveform, problem, ...at, moveTo, follow: follow2 },
      toggle: () => audio.current?.paused ? play() : audio.current?.pause(),
      playFrom(seconds) {
        moveTo(seconds);
        play();
      }
    };
  }
  async function readWaveform(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(String(response.status));
    return waveformIn(await response.arrayBuffer(), waveBars);
  }

  // simulator/console/page/frame/player.tsx
  function Player({ url, playing, turns }) {
    const { audio, waveform, isPlaying, seconds, problem, toggle, moveTo, follow: follow2 } = playing;
    return /* @__PURE__ */ a3("div", { class: "player", children: [
      /* @__PURE__ */ a3(
        "audio",
        {
          ref: audio,
          src: url,
          preload: "metadata",
          controls: waveform === null,
          "aria-label": "Recording",
          onTimeUpdate: follow2,
          onPlay: follow2,
          onPause: follow2,
          onEnded: follow2
        }
      ),
      waveform && /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("button", { type: "button", class: "play", "aria-label": isPlaying ? "Pause" : "Play", onClick: toggle, children: /* @__PURE__ */ a3("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", children: /* @__PURE__ */ a3("path", { d: isPlaying ? "M5 3v10M11 3v10" : "M4.5 2.5v11l9-5.5z" }) }) }),
        /* @__PURE__ */ a3("span", { class: "waves", children: [
          /* @__PURE__ */ a3(Waves, { waveform, seconds, turns }),
          /* @__PURE__ */ a3(
            "input",
            {
              type: "range",
              "aria-label": "Place in the recording",
              "aria-valuetext": `${clockOf(seconds)} of ${clockOf(waveform.seconds)}`,
              min: "0",
              max: waveform.seconds,
              step: "0.1",
              value: seconds,
              onInput: (event) => moveTo(Number(event.currentTarget.value))
            }
          )
        ] }),
        /* @__PURE__ */ a3("span", { class: "place muted", children: [
          clockOf(seconds),
          " / ",
          clockOf(waveform.seconds)
        ] })
      ] }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem })
    ] });
  }
  var [barWidth, gap, height] = [4, 2, 40];
  function Waves({ waveform, seconds, turns }) {
    const secondsOf = (bar) => (bar + 1) * waveform.seconds / waveBars;
    const speakerAt = (place2) => turns.findLast(({ at }) => at !== null && at <= place2)?.speaker;
    return /* @__PURE__ */ a3("svg", { viewBox: `0 0 ${waveBars * (barWidth + gap)} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true", children: waveform.peaks.map((peak, bar) => {
      const size = Math.max(1, peak * height);
      const speaker = speakerAt(secondsOf(bar)) === "AI" ? "agent" : "other";
      const heard = secondsOf(bar) <= seconds ? "heard" : "";
      return /* @__PURE__ */ a3("rect", { class: `${speaker} ${heard}`, x: bar * (barWidth + gap), y: (height - size) / 2, width: barWidth, height: size }, bar);
    }) });
  }

  // simulator/console/page/frame/conversation.tsx
  function Conversation({ transcript, recordingUrl: url }) {
    const recordingUrl = w2(() => url, [url?.split("?", 1)[0]]);
    const playing = usePlaying(recordingUrl);
    const lines = linesOf(transcript, playing.waveform?.marks ?? []);
    const current = playing.hasBegun ? lines.findLastIndex(({ at }) => at !== null && at <= playing.seconds) : -1;
    return /* @__PURE__ */ a3($, { children: [
      recordingUrl !== null && /* @__PURE__ */ a3(Player, { url: recordingUrl, playing, turns: lines }),
      lines.length === 0 ? /* @__PURE__ */ a3("p", { class: "muted", children: "There is no transcript." }) : /* @__PURE__ */ a3("ol", { class: "conversation", "aria-label": "Conversation", children: lines.map((line, index) => /* @__PURE__ */ a3(SaidLine, { line, isCurrent: index === current, playFrom: playing.playFrom }, index)) })
    ] });
  }
  function SaidLine({ line: { speaker, words: words2, at }, isCurrent, playFrom }) {
    return /* @__PURE__ */ a3("li", { class: speaker === "AI" ? "agent" : "", "aria-current": isCurrent ? "true" : void 0, children: [
      /* @__PURE__ */ a3("span", { children: [
        speaker !== null && /* @__PURE__ */ a3("strong", { children: speaker }),
        " ",
        words2
      ] }),
      at !== null && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-label": `Play from ${clockOf(at)}`, onClick: () => playFrom(at), children: clockOf(at) })
    ] });
  }
  function linesOf(transcript, marks) {
    const texts = transcript === null || transcript.trim() === "" ? marks.map(({ label }) => label) : transcript.trimEnd().split("\n");
    return texts.map((text, index) => {
      const [, speaker = null, words2 = text] = /^(\w+): (.*)$/.exec(text) ?? [];
      return { speaker, words: words2, at: marks[index]?.seconds ?? null };
    });
  }

  // simulator/console/page/frame/use-work.ts
  function useWork(hintOf2 = sentenceOf) {
    const [isBusy, setIsBusy] = d2(false);
    const [problem, setProblem] = d2(null);
    return {
      isBusy,
      problem,
      async run(work) {
        setIsBusy(true);
        setProblem(null);
        const why = await work().then(() => null, hintOf2);
        setProblem(why);
        setIsBusy(false);
        return why === null;
      }
    };
  }

  // simulator/console/page/link/reading.ts
  var settleMs = 250;
  function useReading(path, version, firstMs = 0) {
    const [answer, setAnswer] = d2(null);
    const [unread, setUnread] = d2(null);
    const [unchanged, setUnchanged] = d2(null);
    const reads = T2(0);
    const read2 = () => {
      if (path === null) return;
      reads.current += 1;
      const nth = reads.current;
      const taken = get(path).then(
        (news) => () => {
          setAnswer(news);
          setUnread(null);
        },
        (error) => () => setUnread(sentenceOf(error))
      );
      void taken.then((take2) => nth === reads.current && take2());
    };
    A2(() => {
      const timer = setTimeout(read2, reads.current === 0 ? firstMs : settleMs);
      return () => clearTimeout(timer);
    }, [path, version]);
    const change = async (work) => {
      setUnchanged(null);
      const problem = await work.then(() => null, sentenceOf);
      setUnchanged(problem);
      if (problem === null) read2();
      return problem === null;
    };
    return { answer, problem: unchanged ?? unread, change };
  }

  // simulator/console/page/take-along/curl.ts
  function curlOfCall(serviceUrl, call) {
    return [
      `curl -s ${serviceUrl}/api/v1/public/calls \\`,
      '  -H "Authorization: Bearer $RINGPOST_API_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  --data-raw ${shellQuoted(JSON.stringify(call))}`
    ].join("\n");
  }
  var ofTheConnection = /* @__PURE__ */ new Set(["host", "connection", "content-length", "transfer-encoding", "accept-encoding", "traceparent"]);
  function curlOfDelivery(url, { method, headers, body }) {
    const kept = Object.entries(headers).filter(([name5]) => !ofTheConnection.has(name5));
    return [
      `curl -i -X ${method} ${shellQuoted(url)} \\`,
      ...kept.map(([name5, value]) => `  -H ${shellQuoted(`${name5}: ${value}`)} \\`),
      `  --data-raw ${shellQuoted(body)}`
    ].join("\n");
  }
  var shellQuoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

  // simulator/written-scenario.ts
  var stateNames = {
    ringing: "ringing",
    "in-progress": "answered",
    ended: "ended",
    reported: "reported"
  };
  function writtenScenario(call) {
    const lines = ["scenarios:", `  - name: ${call.name}`, `    description: ${quoted(call.description)}`];
    if (call.placement !== "accepted") lines.push(`    placement: ${call.placement}`);
    if (call.callbacks !== "once") lines.push(`    callbacks: ${call.callbacks}`);
    lines.push(`    outcome: ${quoted(call.outcome ?? "UNKNOWN")}`);
    lines.push("    steps:");
    let before = 0;
    for (const { state, storySeconds, callback = null } of call.steps) {
      const name5 = stateNames[state];
      if (name5 === void 0) continue;
      if (state === "ended") lines.push(...spoken(call.transcript));
      const seconds = Math.max(0, (storySeconds ?? before) - before);
      before += seconds;
      lines.push(`      - after: ${Math.round(seconds * 1e3)}ms`, `        state: ${name5}`);
      if (state === "ended" && call.endedReason !== null) lines.push(`        reason: ${quoted(call.endedReason)}`);
      if (callback !== null) lines.push(`        callback: ${callback}`);
    }
    if (before === 0 && lines.at(-1) === "    steps:") lines.push("      - after: 0s", "        state: ended");
    return `${lines.join("\n")}
`;
  }
  var spoken = (transcript) => (transcript ?? "").replace(/\n$/, "").split(/\n(?=(?:AI|User): )/).flatMap((turn) => {
    const [, who, what = ""] = /^(AI|User): (.+)$/s.exec(turn) ?? [];
    const parts = what.match(/.{1,20000}/gsu) ?? [];
    return parts.map((part) => `      - ${who === "AI" ? "assistant" : "caller"}: ${quoted(part)}`);
  });
  var quoted = (text) => JSON.stringify(text);

  // simulator/console/page/take-along/scenario.ts
  var scenarioOfCall = (call) => writtenScenario({
    ...call,
    name: `${(call.scenario ?? "call").slice(0, 56)}-again`,
    description: `As ${call.number} went in the console.`
  });

  // simulator/console/page/take-along/literal.ts
  function literal(value) {
    if (typeof value === "string") return quotedOnce(value);
    if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
    if (typeof value !== "object" || value === null) return String(JSON.stringify(value));
    const members = Object.entries(value).map(
      ([name5, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name5) ? name5 : quotedOnce(name5)}: ${literal(member)}`
    );
    return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
  }
  var quotedOnce = (text) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

  // simulator/console/page/take-along/test.ts
  function testOfCall(call, placed, port) {
    const events = call.webhooks.map(({ event }) => event);
    return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulator } from '@ringpost/simulator';

// Beside it runs a service in a sandbox, with VAPI_BASE_URL=http://127.0.0.1:${port}/vapi; nothing else listens on that port.
// The environment has RINGPOST_URL and RINGPOST_API_KEY, OPERATOR_URL and OPERATOR_TOKEN for its clock, and
// RINGPOST_SIGNING_SECRET, the secret of the endpoint that points here.
const given = (name: string): string => process.env[name] ?? assert.fail(\`\${name} is not set.\`);

test(${literal(`${call.scenario ?? "a call"} brings ${events.join(" and ") || "no webhook"}`)}, async (t) => {
  const simulator = await startSimulator({
    port: ${port},
    seed: ${call.seed},
    speed: 'manual',
    service: { operatorUrl: given('OPERATOR_URL'), operatorToken: given('OPERATOR_TOKEN') },
  });
  t.after(() => simulator.stop());
${call.programmes.map(receiverLine).join("")}
  const api = \`\${given('RINGPOST_URL')}/api/v1/public\`;
  const headers = { authorization: \`Bearer \${given('RINGPOST_API_KEY')}\`, 'content-type': 'application/json' };
  const placed = ${literal(placed)};
  const response = await fetch(\`\${api}/calls\`, { method: 'POST', headers, body: JSON.stringify(placed) });
  assert.equal(response.status, 201, await response.clone().text());
  const { call } = (await response.json()) as { call: { id: string } };

${[...stateLines(call), ...call.webhooks.map(webhookLine)].join("")}  simulator.verify();
  assert.equal(simulator.ledger.read().totals.duplicateDials, 0);
});
`;
  }
  var withinSeconds = 86400;
  function stateLines({ steps: steps2 }) {
    const states = steps2.map(({ state }) => state).filter((state) => state !== "reported");
    const ending = states.indexOf("ending");
    const expect = (expected) => `  await simulator.expectStates(call.id, ${literal(expected)}, { within: ${withinSeconds} });
`;
    if (states.length === 0) return [];
    if (ending === -1) return [expect(states)];
    const hangUp = `  await fetch(\`\${api}/calls/\${call.id}/end\`, { method: 'POST', headers });
`;
    return [...ending > 0 ? [expect(states.slice(0, ending))] : [], hangUp, expect(states)];
  }
  function receiverLine({ receiver, answers }) {
    return `  simulator.receivers.create(${literal(receiver)}, { secret: given('RINGPOST_SIGNING_SECRET'), programme: ${literal(programmeOf(answers))} });
`;
  }
  function webhookLine({ receiver, event, outcome, attempts }) {
    const expected = [
      `receiver: ${literal(receiver)}`,
      `event: ${literal(event)}`,
      `where: { 'data.call_id': call.id${outcome === null ? "" : `, 'data.outcome': ${literal(outcome)}`} }`,
      ...attempts === null ? [] : [`attempts: ${attempts}`],
      "signature: 'valid'",
      `within: ${withinSeconds}`
    ];
    return `  await simulator.expectDelivery({
${expected.map((line) => `    ${line},
`).join("")}  });
`;
  }
  var programmeOf = (answers) => answers.map((answered) => answered === null || answered === "sender gone" ? "timeout" : String(answered)).join(",");

  // simulator/console/page/deliveries/explain-delivery.ts
  function explainDelivery(row, sent, serviceNow) {
    const last = row.attempts.at(-1);
    if (!last) return "Nothing has come yet.";
    return [doubts[last.result], explainAnswers(row), whatNext(row, sent, serviceNow)].filter(Boolean).join(" ");
  }
  var doubts = {
    valid: "",
    not_checked: "The receiver has no secret, so no signature can be verified.",
    invalid: "It does not verify; the verdict says why."
  };
  function explainAnswers({ attempts }) {
    const last = attempts.at(-1);
    if (!last) return "";
    if (last.answered === null) return `Attempt ${last.attempt} has come; the receiver has not answered yet.`;
    const firstAccepted = attempts.findIndex(({ answered }) => isAccepted(answered));
    const accepted = attempts[firstAccepted];
    if (!accepted) return `The receiver answered attempt ${last.attempt} with ${answerWord(last.answered)}, so it counts as not delivered.`;
    const before = attempts.slice(0, firstAccepted).map(({ answered }) => answerWord(answered));
    const taken = before.length === 0 ? `The receiver took it at once with ${accepted.answered}.` : `The receiver took attempt ${accepted.attempt} with ${accepted.answered}, after ${before.join(", ")}.`;
    return accepted === last ? taken : `${taken} Attempt ${last.attempt} repeated it and was answered ${answerWord(last.answered)}.`;
  }
  function answerWord(answered) {
    switch (answered) {
      case null:
        return "nothing yet";
      case "timeout":
        return "silence until the sender gave up";
      case "reset":
        return "a broken connection";
      case "sender gone":
        return "an answer that came too late";
      default:
        return String(answered);
    }
  }
  function whatNext({ attempts }, sent, serviceNow) {
    const last = attempts.at(-1);
    if (!sent)
      return isAccepted(last?.answered) ? "" : "Ringpost sends it again by its schedule: after about 1 min, 5 min, 30 min, 2 h and 6 h.";
    switch (sent.status) {
      case "retrying": {
        if (sent.nextRetryAt === null) return "";
        const seconds = (Date.parse(sent.nextRetryAt) - serviceNow) / 1e3;
        const when = seconds <= 0 ? "Ringpost sends it again now" : `Ringpost sends it again in ${span(seconds)}`;
        return `${when}; ${plural(sent.attempts, "attempt")} of this delivery so far.`;
      }
      case "failed":
        return `Ringpost has given up after ${plural(sent.attempts, "attempt")}. Replay sends it once more and begins a new cycle.`;
      case "success":
        return "Nothing more will be sent, unless you replay it.";
      case "pending":
        return "Ringpost is sending it.";
    }
  }

  // simulator/console/page/timeline/says.ts
  var says = {
    dial: (field) => `dials ${field("number")}, ${storyName(field("scenario")).toLowerCase()}`,
    "provider.request": (field) => `asked to call ${field("number")}`,
    "provider.answer": (field) => providerAnswer(field("answer")),
    "call.state": (field) => [field("state"), field("state") === "ended" ? field("endedReason") : null].filter(Boolean).join(", "),
    "callback.sent": (field) => `${field("status") ?? field("type")} told to the service, which answered ${field("answered") ?? field("error")}`,
    "callback.withheld": (field) => `${field("type")} kept back by the scenario`,
    "control.end-call": () => "asked to hang up",
    delivery: (field) => `${field("event") ?? "a webhook"} came to ${field("receiver")}, attempt ${field("attempt")}: ${field("explanation")}`,
    "delivery.answered": (field, entry) => `${field("receiver")} answered ${answerWord(entry["answered"])}`,
    "webhook.sent": (field) => `${field("answered") ?? field("error")} answered to attempt ${field("attempt")} of ${field("event")} at ${field("url")}`,
    "receiver.created": (field) => `${field("receiver")} was made`,
    "text.request": (field) => `asked to text ${field("to")}`,
    "text.answer": (field) => providerAnswer(field("answer")),
    "text.accepted": (field) => `texts ${field("to")}, ${storyName(field("scenario")).toLowerCase()}`,
    "text.state": (field) => [field("state"), field("errorCode")].filter(Boolean).join(", "),
    "text.callback": (field) => `${field("status")} told to the service, which answered ${field("answered") ?? field("error")}`,
    "text.withheld": (field) => `${field("status")} kept back by the scenario`,
    "text.received": (field) => `${field("from")} texts ${field("to")}`,
    "text.inbound": (field) => `passed on to the service, which answered ${field("answered") ?? field("error")}`,
    "time.paced": (field) => `time ${field("pace") === "frozen" ? "is frozen" : "runs"}`,
    "time.moved": (field) => `time was moved by ${field("seconds")} s`,
    "fault.set": (field) => `${field("answer")} may strike ${field("link")}`,
    fault: (field) => `${field("answer")} strikes ${field("link")}`,
    "fault.answered": (field) => `answered ${field("answered")}`,
    "service.request": (field) => `asks the service for ${field("method")} ${field("path")}`,
    "service.answer": (field) => `the service answered ${field("answered") ?? field("error")}`,
    breach: (field) => field("message") ?? field("explanation") ?? "the contract was broken",
    reset: () => "everything before was forgotten"
  };
  var saysOf = (entry) => says[entry.kind]((name5) => entry[name5] === void 0 || entry[name5] === null ? null : String(entry[name5]), entry);
  var providerAnswer = (answer) => answer === "created" ? "the provider took it" : `the provider answered ${answer}`;

  // simulator/console/page/timeline/happened.tsx
  function Happened({ entries, from }) {
    const began = Date.parse(from);
    return /* @__PURE__ */ a3("section", { class: "block", "aria-label": "What happened to it", children: [
      /* @__PURE__ */ a3("h3", { children: "What happened" }),
      /* @__PURE__ */ a3("ol", { class: "happened", children: entries.slice(-200).map((entry) => /* @__PURE__ */ a3("li", { children: [
        /* @__PURE__ */ a3("time", { class: "mono muted", dateTime: entry.at, title: exactTime(entry.at), children: [
          "+",
          ((Date.parse(entry.at) - began) / 1e3).toFixed(2),
          " s"
        ] }),
        /* @__PURE__ */ a3("span", { children: saysOf(entry) })
      ] }, entry.seq)) })
    ] });
  }
  var withDeliveries = ({ entries, deliveries }) => [...entries, ...deliveries.flatMap((delivery) => delivery.entries)].sort((a4, b2) => a4.seq - b2.seq);

  // simulator/console/page/calls/call-standing.ts
  function callStanding(call) {
    const state = call.steps.at(-1)?.state;
    if (state === void 0 && call.refused !== null) return { tone: "bad", word: `refused (${call.refused})` };
    if (state === "ended" || state === "reported") {
      const isTalk = call.steps.some((step) => step.state === "in-progress");
      return { tone: isTalk ? "good" : "quiet", word: endedWord(call.endedReason) };
    }
    return { tone: "live", word: state === "in-progress" ? "talking" : state ?? "dialling" };
  }
  var isLive = (call) => callStanding(call).tone === "live";
  function endedWord(reason) {
    const known = {
      "customer-ended-call": "hung up",
      "customer-did-not-answer": "no answer",
      "customer-busy": "busy",
      "phone-call-provider-closed-websocket": "broke off",
      "exceeded-max-duration": "reached the limit",
      "assistant-ended-call": "we hung up",
      "manually-canceled": "we hung up",
      "assistant-request-ended-call": "we hung up"
    };
    if (reason === null) return "ended";
    return known[reason] ?? reason.replace(/^call\.in-progress\.error-|^call\.ringing\./, "").replaceAll("-", " ");
  }

  // simulator/console/page/calls/played-call.ts
  function playedCall(call, seed) {
    const receivers = [...new Set(call.deliveries.map(({ receiver }) => receiver))];
    const programmes = receivers.map((receiver) => ({
      receiver,
      answers: answersOf(call.deliveries.filter((delivery) => delivery.receiver === receiver))
    }));
    return {
      scenario: call.scenario,
      number: call.number,
      endedReason: call.endedReason,
      seed,
      steps: call.steps,
      programmes,
      webhooks: call.deliveries.flatMap((delivery) => webhookOf(delivery, call.deliveries))
    };
  }
  function webhookOf(delivery, all) {
    const { receiver, event, outcome } = delivery;
    if (event === null) return [];
    const beside = all.filter((other) => other.receiver === receiver);
    const isItsOwn = beside.length === 1 || beside.every(({ attempts }) => isAccepted(attempts[0]?.answered));
    return [{ receiver, event, outcome, attempts: isItsOwn ? untilTaken(delivery).length : null }];
  }
  var answersOf = (deliveries) => deliveries.flatMap(untilTaken).sort((a4, b2) => a4.seq - b2.seq).map(({ answered }) => answered);
  function untilTaken({ attempts }) {
    const taken = attempts.findIndex(({ answered }) => isAccepted(answered));
    return taken === -1 ? attempts : attempts.slice(0, taken + 1);
  }

  // simulator/console/page/calls/service-call.tsx
  function ServiceView({ call }) {
    return /* @__PURE__ */ a3("section", { class: "block", "aria-label": "What the service says", children: [
      /* @__PURE__ */ a3("h3", { children: "What the service says" }),
      /* @__PURE__ */ a3(
        Facts,
        {
          rows: [
            ["Status", call.status],
            ["Outcome", call.outcome ?? "–"],
            ["Ended", call.endedReason ?? "–"],
            ["Talked", call.durationSeconds === null ? "–" : span(call.durationSeconds)],
            ...call.extraction ? [["Extracted", /* @__PURE__ */ a3("code", { children: JSON.stringify(call.extraction) }, "extracted")]] : [],
            ...call.extractionError ? [["Extraction", call.extractionError]] : []
          ]
        }
      )
    ] });
  }

  // simulator/console/page/calls/call-detail.tsx
  function CallDetail({ call, service, seed, scenario, onDelivery, onExpect, hangUp }) {
    const told = useToldCall(call, service);
    const recordingUrl = useRecording(call);
    const live = isLive(call);
    return /* @__PURE__ */ a3("article", { class: "detail", children: [
      /* @__PURE__ */ a3(DetailHead, { title: storyName(call.scenario), standing: callStanding(call), names: `${call.number} · ${call.callId ?? "no call id"}`, children: /* @__PURE__ */ a3("div", { class: "actions", children: [
        /* @__PURE__ */ a3(HangUp, { canHangUp: live && service?.canCall === true && call.callId !== null, hangUp }),
        call.steps.length > 0 && call.callId !== null && /* @__PURE__ */ a3("button", { type: "button", onClick: () => onExpect(statesOf(call.callId ?? "", call)), children: "Expect" }),
        /* @__PURE__ */ a3(CallCopies, { call, service, seed, scenario, told })
      ] }) }),
      (recordingUrl !== null || told.answer?.call.transcript) && /* @__PURE__ */ a3("section", { class: "block", "aria-label": "What was said", children: [
        /* @__PURE__ */ a3("h3", { children: "What was said" }),
        /* @__PURE__ */ a3(Conversation, { transcript: told.answer?.call.transcript ?? null, recordingUrl })
      ] }),
      /* @__PURE__ */ a3(WebhookList, { deliveries: call.deliveries, onDelivery, children: live ? "They come when the call is over." : service === null ? "No service is linked. What the simulator itself has sent for this call is in the timeline." : "None has come for this call. Has the tenant a trigger, and does its endpoint point here?" }),
      told.problem && /* @__PURE__ */ a3(Problem, { children: [
        "What the service knows of this call could not be read: ",
        told.problem
      ] }),
      told.answer && /* @__PURE__ */ a3(ServiceView, { call: told.answer.call }),
      /* @__PURE__ */ a3(Happened, { entries: withDeliveries(call), from: call.at })
    ] });
  }
  function HangUp({ canHangUp, hangUp }) {
    const { isBusy, run } = useWork();
    return /* @__PURE__ */ a3(Button, { class: "danger", isOff: !canHangUp || isBusy, onClick: () => void run(hangUp), children: "Hang up" });
  }
  function CallCopies({ call, service, seed, scenario, told }) {
    const isToldOf = told.answer !== null || told.problem !== null || service === null || service?.canCall === false || call.callId === null;
    const placed = told.answer && placedCall(told.answer.call, call.number);
    const played = {
      ...playedCall(call, seed),
      placement: scenario?.placement ?? "accepted",
      callbacks: scenario?.callbacks ?? "once",
      outcome: told.answer?.call.outcome ?? null,
      transcript: told.answer?.call.transcript ?? null
    };
    return /* @__PURE__ */ a3("span", { class: "copies", children: [
      /* @__PURE__ */ a3("span", { class: "muted", children: "Copy as" }),
      placed && /* @__PURE__ */ a3(CopyButton, { label: "curl", name: "Copy as curl", text: () => curlOfCall(service?.url ?? "", placed) }),
      isToldOf && /* @__PURE__ */ a3(CopyButton, { label: "scenario", name: "Copy as scenario", text: () => scenarioOfCall(played) }),
      placed && /* @__PURE__ */ a3(CopyButton, { label: "test", name: "Copy as test", text: () => testOfCall(played, placed, Number(location.port || 80)) })
    ] });
  }
  var useToldCall = ({ callId, entries }, service) => useReading(
    service?.canCall && callId !== null ? `/console/calls/${callId}` : null,
    entries.length,
    settleMs
  );
  function useRecording({ steps: steps2, providerCallId }) {
    const { answer } = useReading(steps2.at(-1)?.state === "reported" ? "/calls" : null, 0);
    return pathOf(answer?.calls.find(({ id }) => id === providerCallId)?.recordingUrl ?? null);
  }
  var pathOf = (url) => url === null ? null : new URL(url).pathname;
  var statesOf = (call, { steps: steps2 }) => ({
    kind: "states",
    expected: { call, states: steps2.map(({ state }) => state).filter((state) => state !== "reported") }
  });
  var placedCall = ({ agentId, variables, metadata }, phoneNumber) => ({
    agentId,
    phoneNumber,
    ...isFilled(variables) && { variables },
    ...isFilled(metadata) && { metadata }
  });
  var isFilled = (value) => typeof value === "object" && value !== null && Object.keys(value).length > 0;

  // simulator/console/page/expectations/expectation.ts
  async function check({ kind, expected }) {
    try {
      switch (kind) {
        case "delivery": {
          const { delivery } = await post("/expectations/delivery", expected);
          return { isMet: true, says: `Attempt ${delivery.attempt} to ${delivery.receiver}. ${delivery.explanation}` };
        }
        case "no-delivery":
          await post("/expectations/no-delivery", expected);
          return { isMet: true, says: "None has come." };
        case "states":
          await post("/expectations/states", expected);
          return { isMet: true, says: "So it went." };
      }
    } catch (error) {
      if (error instanceof Refused && error.code === "expectation_failed") return { isMet: false, says: error.message };
      throw error;
    }
  }
  function expectedOf({ receiver, event, outcome, attempts }, received) {
    return {
      kind: "delivery",
      expected: {
        receiver,
        ...event !== null && { event },
        ...outcome !== null && { where: { "data.outcome": outcome } },
        attempts: attempts.length,
        ...received && { signature: received.verdict.signature.reason }
      }
    };
  }
  function titleOf({ kind, expected }) {
    if (kind === "states") return `${shortId(expected.call)} goes its way`;
    const what = expected.event ?? "A webhook";
    return `${what} ${kind === "delivery" ? "comes" : "does not come"}${expected.receiver === void 0 ? "" : ` to ${expected.receiver}`}`;
  }
  function conditionsOf({ kind, expected }) {
    if (kind === "states") return [expected.states.join(", ")];
    return [
      ...Object.entries(expected.where ?? {}).map(
        ([path, value]) => `${path} is ${typeof value === "string" ? value : JSON.stringify(value)}`
      ),
      ...expected.attempts === void 0 ? [] : [plural(expected.attempts, "attempt")],
      ...expected.signature === void 0 ? [] : [`signature ${expected.signature.replaceAll("_", " ")}`],
      ...expected.within === void 0 ? [] : [`within ${span(expected.within)}`]
    ];
  }
  function lineOf({ kind, expected }) {
    if (kind === "states") return `await simulator.expectStates(${literal(expected.call)}, ${literal(expected.states)});`;
    return `await simulator.${kind === "delivery" ? "expectDelivery" : "expectNoDelivery"}(${literal(expected)});`;
  }

  // src/contract/attempt-words.ts
  var failureWords = {
    timeout: "timeout",
    blocked: "blocked address",
    dns: "the host name does not resolve",
    connect: "no connection",
    tls: "TLS: the handshake failed",
    reset: "the receiver closed the connection",
    protocol: "the request failed"
  };
  function attemptWords({ n: n2, status, errorClass }, { attempts, errorMessage }) {
    if (status !== null) return `HTTP ${status}`;
    if (n2 === attempts && errorMessage !== null) return errorMessage;
    return errorClass !== null && wordsOf(errorClass) || "no answer";
  }
  var wordsOf = (errorClass) => Object.hasOwn(failureWords, errorClass) ? failureWords[errorClass] : errorClass;

  // simulator/console/page/frame/waterfall.tsx
  function Waterfall({ from, fromWord = "made", attempts, timesOf: timesOf2, children, next }) {
    const tried = attempts.map(timesOf2);
    const to = Math.max(from + 1, ...tried.map(endOf), next?.at ?? 0);
    const axis = { from: Math.min(from, ...tried.map(({ startedAt }) => startedAt)), to };
    const slowest = Math.max(leastSlowestMs, ...tried.map(({ durationMs }) => durationMs ?? 0));
    const before = (index) => index === 0 ? from : endOf(tried[index - 1]);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("ol", { class: "waterfall", "aria-label": "Attempts", children: [
        attempts.map((attempt, index) => {
          const times = tried[index];
          const gap3 = index === 0 ? null : lapse(times.startedAt - before(index));
          return /* @__PURE__ */ a3("li", { children: [
            children(attempt, gap3),
            /* @__PURE__ */ a3("div", { class: "drawn", children: [
              /* @__PURE__ */ a3(OnAxis, { axis, gapFrom: before(index), from: times.startedAt, to: endOf(times), tone: toneOf(times) }),
              /* @__PURE__ */ a3(Latency, { share: (times.durationMs ?? 0) / slowest, tone: toneOf(times) })
            ] })
          ] }, index);
        }),
        next && /* @__PURE__ */ a3("li", { children: [
          next.line,
          /* @__PURE__ */ a3("div", { class: "drawn", children: /* @__PURE__ */ a3(OnAxis, { axis, gapFrom: before(attempts.length), from: next.at, to: next.at, tone: "planned" }) })
        ] })
      ] }),
      /* @__PURE__ */ a3("p", { class: "ends muted", children: [
        /* @__PURE__ */ a3("span", { children: fromWord }),
        /* @__PURE__ */ a3("span", { children: [
          lapse(to - from),
          " later"
        ] })
      ] })
    ] });
  }
  var leastSlowestMs = 1e3;
  var lapse = (ms) => ms < 1e3 ? `${Math.max(0, Math.round(ms))} ms` : span(ms / 1e3);
  var endOf = ({ startedAt, durationMs }) => startedAt + (durationMs ?? 0);
  var toneOf = ({ durationMs, isAccepted: isAccepted2 }) => durationMs === null ? "planned" : isAccepted2 ? "good" : "bad";
  var axisWidth = 1e3;
  var leastWidth = 6;
  function OnAxis({ axis, gapFrom, from, to, tone }) {
    const placeOf = (time) => (time - axis.from) / (axis.to - axis.from) * axisWidth;
    const width = Math.min(axisWidth, Math.max(leastWidth, placeOf(to) - placeOf(from)));
    const x2 = Math.min(axisWidth - width, Math.max(0, placeOf(from)));
    const gapStart = Math.min(x2, Math.max(0, placeOf(gapFrom)));
    return /* @__PURE__ */ a3("svg", { class: "axis", viewBox: `0 0 ${axisWidth} 8`, preserveAspectRatio: "none", "aria-hidden": "true", children: [
      /* @__PURE__ */ a3("rect", { class: "ground", width: axisWidth, height: "8" }),
      /* @__PURE__ */ a3("rect", { class: "gap", x: gapStart, y: "3", width: x2 - gapStart, height: "2" }),
      /* @__PURE__ */ a3("rect", { class: tone, x: x2, width, height: "8" })
    ] });
  }
  function Latency({ share, tone }) {
    return /* @__PURE__ */ a3("svg", { class: "latency", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true", children: [
      /* @__PURE__ */ a3("rect", { class: "ground", width: "100", height: "8" }),
      /* @__PURE__ */ a3("rect", { class: tone, width: Math.max(2, 100 * share), height: "8" })
    ] });
  }

  // simulator/console/page/deliveries/attempts.tsx
  function Attempts({ delivery, sent, ...choice }) {
    const writtenOf = (attempt) => writtenIn(sent.attempts, attempt, delivery);
    const isByService = sent.delivery !== null && delivery.attempts.every((attempt) => writtenOf(attempt));
    const next = isByService ? sent.delivery?.nextRetryAt ?? null : null;
    return /* @__PURE__ */ a3("section", { class: "block", "aria-label": "Attempts", children: [
      /* @__PURE__ */ a3("h3", { children: "Attempts" }),
      /* @__PURE__ */ a3(
        Waterfall,
        {
          from: Date.parse(isByService && sent.delivery?.createdAt || delivery.at),
          fromWord: isByService ? "made" : "came",
          attempts: delivery.attempts,
          timesOf: (attempt) => timesOf(attempt, writtenOf(attempt), isByService),
          next: next === null ? null : { at: Date.parse(next), line: /* @__PURE__ */ a3(NextLine, { n: delivery.attempts.length + 1, at: next }) },
          children: (attempt, gap3) => /* @__PURE__ */ a3(
            AttemptLine,
            {
              attempt,
              written: writtenOf(attempt),
              words: unansweredWords(writtenOf(attempt), sent),
              gap: gap3,
              ...choice
            }
          )
        }
      )
    ] });
  }
  function timesOf({ at, answered, answeredAt }, written, isByService) {
    const seen = answeredAt === null ? null : Date.parse(answeredAt) - Date.parse(at);
    return {
      startedAt: Date.parse(isByService && written ? written.startedAt : at),
      durationMs: written?.durationMs ?? seen,
      isAccepted: isAccepted(answered)
    };
  }
  var unansweredWords = (written, { delivery }) => written?.status === null && delivery ? attemptWords(written, delivery) : null;
  var NextLine = ({ n: n2, at }) => /* @__PURE__ */ a3("span", { class: "attempt", children: [
    /* @__PURE__ */ a3(Mark, { tone: "wait" }),
    " ",
    /* @__PURE__ */ a3("strong", { children: n2 }),
    " goes at ",
    timeOfDay(at),
    " of the service’s clock"
  ] });
  var signed = {
    valid: { tone: "good", word: "verifies" },
    not_checked: { tone: "quiet", word: "not verified: no secret" },
    invalid: { tone: "bad", word: "does not verify" }
  };
  function AttemptLine({
    attempt: { attempt, at, result, answered },
    written,
    words: words2,
    gap: gap3,
    chosen,
    compared,
    choose,
    compare
  }) {
    return /* @__PURE__ */ a3("span", { class: attempt === chosen ? "attempt chosen" : "attempt", children: [
      /* @__PURE__ */ a3(
        "button",
        {
          type: "button",
          class: "number",
          "aria-pressed": attempt === chosen,
          "aria-label": `Show attempt ${attempt}`,
          onClick: () => choose(attempt),
          children: attempt
        }
      ),
      /* @__PURE__ */ a3("span", { class: "mono", children: exactTime(at) }),
      /* @__PURE__ */ a3("span", { children: [
        /* @__PURE__ */ a3(Mark, { tone: answered === null ? "live" : isAccepted(answered) ? "good" : "wait" }),
        " ",
        answerWord(answered)
      ] }),
      /* @__PURE__ */ a3("span", { children: [
        /* @__PURE__ */ a3(Mark, { tone: signed[result].tone }),
        " ",
        signed[result].word
      ] }),
      /* @__PURE__ */ a3("span", { class: "muted", children: [written && `in ${written.durationMs.toLocaleString("en")} ms`, words2, gap3 !== null && `${gap3} after the one before`].filter(Boolean).join(", ") }),
      /* @__PURE__ */ a3("label", { class: "compare", children: [
        /* @__PURE__ */ a3(
          "input",
          {
            type: "checkbox",
            "aria-label": `Compare with attempt ${attempt}`,
            checked: attempt === compared,
            disabled: attempt === chosen,
            onChange: (event) => compare(event.currentTarget.checked ? attempt : null)
          }
        ),
        /* @__PURE__ */ a3("span", { "aria-hidden": "true", children: "compare" })
      ] })
    ] });
  }

  // simulator/console/page/deliveries/chosen-attempts.ts
  function useChosenAttempts({ attempts }) {
    const { query } = useAddress();
    const named = (name5) => attempts.find(({ attempt }) => String(attempt) === query[name5]);
    const shown = named("attempt") ?? attempts.at(-1);
    const compared = named("compare");
    const set = (name5, attempt) => {
      const address = here();
      go(address.path, { ...address.query, [name5]: attempt === null ? void 0 : String(attempt) }, "replace");
    };
    return {
      shown,
      compared: compared === shown ? void 0 : compared,
      choose: (attempt) => set("attempt", attempt),
      compare: (attempt) => set("compare", attempt)
    };
  }

  // simulator/console/page/frame/json-in.ts
  function jsonIn(text) {
    try {
      return JSON.parse(text, withDigits);
    } catch {
      return void 0;
    }
  }
  var withDigits = (_3, value, { source } = {}) => typeof value === "number" && source !== void 0 && String(value) !== source ? JSON.rawJSON?.(source) ?? value : value;
  var isDigits = (value) => JSON.isRawJSON?.(value) === true;

  // simulator/console/page/deliveries/byte-diff.ts
  function byteDiff(before, after) {
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && before[start] === after[start]) start += 1;
    let end = 0;
    while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
    return { sameBefore: start, sameAfter: end, before, after };
  }
  var rowBytes = 16;
  var mostRows = 16;
  function hexRows(bytes2, { sameBefore, sameAfter }) {
    const end = bytes2.length - sameAfter;
    const from = sameBefore - sameBefore % rowBytes;
    const offsets = [];
    for (let offset = from; offset < Math.max(end, sameBefore + 1) && offset < bytes2.length; offset += rowBytes) offsets.push(offset);
    const rows = offsets.slice(0, mostRows).map((offset) => ({
      offset: offset.toString(16).padStart(6, "0"),
      cells: [...bytes2.subarray(offset, offset + rowBytes)].map((byte, index) => ({
        hex: byte.toString(16).padStart(2, "0"),
        char: byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·",
        isDifferent: offset + index >= sameBefore && offset + index < end
      }))
    }));
    return { rows, more: offsets.length - rows.length };
  }
  var bytesIn = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

  // simulator/console/page/deliveries/diff.ts
  var maxPairs = 4e6;
  function diffLines(before, after) {
    let start = 0;
    while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
    let end = 0;
    while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end])
      end += 1;
    const same = (lines) => lines.map((text) => ({ kind: "same", text }));
    return [
      ...same(before.slice(0, start)),
      ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
      ...same(before.slice(before.length - end))
    ];
  }
  function diffMiddle(before, after) {
    const removed = (lines2) => lines2.map((text) => ({ kind: "removed", text }));
    const added = (lines2) => lines2.map((text) => ({ kind: "added", text }));
    if (before.length === 0 || after.length === 0 || before.length * after.length > maxPairs) return [...removed(before), ...added(after)];
    const lengths = commonLengths(before, after);
    const lines = [];
    let i3 = 0;
    let j2 = 0;
    while (i3 < before.length && j2 < after.length) {
      const one = before[i3] ?? "";
      const other = after[j2] ?? "";
      if (one === other) {
        lines.push({ kind: "same", text: one });
        i3 += 1;
        j2 += 1;
      } else if ((lengths[i3 + 1]?.[j2] ?? 0) >= (lengths[i3]?.[j2 + 1] ?? 0)) {
        lines.push({ kind: "removed", text: one });
        i3 += 1;
      } else {
        lines.push({ kind: "added", text: other });
        j2 += 1;
      }
    }
    return [...lines, ...removed(before.slice(i3)), ...added(after.slice(j2))];
  }
  function commonLengths(before, after) {
    const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
    for (let i3 = before.length - 1; i3 >= 0; i3 -= 1) {
      const row = lengths[i3];
      const next = lengths[i3 + 1];
      for (let j2 = after.length - 1; j2 >= 0; j2 -= 1)
        row[j2] = before[i3] === after[j2] ? (next[j2 + 1] ?? 0) + 1 : Math.max(next[j2] ?? 0, row[j2 + 1] ?? 0);
    }
    return lengths;
  }
  var headerLines = ({ headers }) => Object.entries(headers).map(([name5, value]) => `${name5}: ${value}`).sort();
  function bodyLines({ body }) {
    try {
      return JSON.stringify(JSON.parse(body), null, 2).split("\n");
    } catch {
      return body.split("\n");
    }
  }
  function fold(lines, around) {
    const differs = lines.flatMap(({ kind }, index) => kind === "same" ? [] : [index]);
    const shown = new Set(differs.flatMap((index) => Array.from({ length: 2 * around + 1 }, (_3, offset) => index - around + offset)));
    const folded = [];
    let count = 0;
    lines.forEach((line, index) => {
      if (shown.has(index)) {
        if (count > 0) folded.push({ kind: "folded", count });
        count = 0;
        folded.push(line);
      } else count += 1;
    });
    return count > 0 ? [...folded, { kind: "folded", count }] : folded;
  }

  // simulator/console/page/deliveries/member-diff.ts
  function memberChanges(before, after, path = "") {
    if (Array.isArray(before) && Array.isArray(after)) {
      const longer = before.length > after.length ? before : after;
      return longer.flatMap((_3, index) => memberChanges(before[index], after[index], `${path}[${index}]`));
    }
    if (isObject2(before) && isObject2(after)) {
      const names2 = /* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)]);
      return [...names2].flatMap((name5) => memberChanges(before[name5], after[name5], path === "" ? name5 : `${path}.${name5}`));
    }
    const [one, other] = [JSON.stringify(before), JSON.stringify(after)];
    return one === other ? [] : [{ path, before: one, after: other }];
  }
  var isObject2 = (value) => isObject(value) && !isDigits(value);

  // simulator/console/page/deliveries/comparison.tsx
  function Comparison({ one, two, names: names2 }) {
    const isSame = one.bodyBase64 === two.bodyBase64;
    return /* @__PURE__ */ a3("section", { class: "block", "aria-label": "Comparison", children: [
      /* @__PURE__ */ a3("h3", { children: [
        names2[0],
        " against ",
        names2[1].toLowerCase()
      ] }),
      /* @__PURE__ */ a3("h4", { children: "Headers" }),
      /* @__PURE__ */ a3(Diff, { label: "Differences of the headers", lines: fold(diffLines(headerLines(one), headerLines(two)), 0), what: "header" }),
      /* @__PURE__ */ a3("h4", { children: "Body" }),
      isSame ? /* @__PURE__ */ a3("p", { children: [
        /* @__PURE__ */ a3(Mark, { tone: "good" }),
        " Byte for byte the same, ",
        bytes(byteLength(two)),
        "."
      ] }) : /* @__PURE__ */ a3(Bodies, { one, two })
    ] });
  }
  function Bodies({ one, two }) {
    const [before, after] = [jsonIn(one.body), jsonIn(two.body)];
    return /* @__PURE__ */ a3($, { children: [
      before !== void 0 && after !== void 0 ? /* @__PURE__ */ a3(Members, { changes: memberChanges(before, after) }) : /* @__PURE__ */ a3(Diff, { label: "Differences of the bodies", lines: fold(diffLines(bodyLines(one), bodyLines(two)), 2), what: "line" }),
      /* @__PURE__ */ a3(Bytes, { one, two })
    ] });
  }
  function Members({ changes }) {
    if (changes.length === 0) return /* @__PURE__ */ a3("p", { class: "muted", children: "The same members with the same values; only the way they are written differs." });
    return /* @__PURE__ */ a3("ul", { class: "plain members", "aria-label": "Differences by member", children: [
      changes.slice(0, mostMembers).map(({ path, before, after }) => /* @__PURE__ */ a3("li", { children: [
        /* @__PURE__ */ a3("strong", { class: "mono wrap", children: path || "the whole body" }),
        /* @__PURE__ */ a3("code", { class: "diff removed", children: [
          /* @__PURE__ */ a3("span", { class: "unseen", children: "before: " }),
          before ?? "not there"
        ] }),
        /* @__PURE__ */ a3("code", { class: "diff added", children: [
          /* @__PURE__ */ a3("span", { class: "unseen", children: "after: " }),
          after ?? "not there"
        ] })
      ] }, path)),
      changes.length > mostMembers && /* @__PURE__ */ a3("li", { class: "muted", children: [
        "and ",
        plural(changes.length - mostMembers, "member"),
        " more"
      ] })
    ] });
  }
  var mostMembers = 50;
  function Bytes({ one, two }) {
    const diff = byteDiff(bytesIn(one.bodyBase64), bytesIn(two.bodyBase64));
    const between = ({ length }) => length - diff.sameBefore - diff.sameAfter;
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("p", { children: [
        "The first ",
        bytes(diff.sameBefore),
        " are the same; then ",
        bytes(between(diff.before)),
        " became ",
        bytes(between(diff.after)),
        "; the last",
        " ",
        bytes(diff.sameAfter),
        " are the same."
      ] }),
      /* @__PURE__ */ a3(Verbatim, { label: "Differences by byte", children: [
        /* @__PURE__ */ a3(Hex, { ...hexRows(diff.before, diff), kind: "removed" }),
        "\n",
        /* @__PURE__ */ a3(Hex, { ...hexRows(diff.after, diff), kind: "added" })
      ] })
    ] });
  }
  var Hex = ({ rows, more, kind }) => /* @__PURE__ */ a3($, { children: [
    /* @__PURE__ */ a3("span", { class: "unseen", children: words[kind] }),
    rows.map((row) => /* @__PURE__ */ a3(HexLine, { row, kind }, row.offset)),
    more > 0 && `… ${plural(more, "row")} more
`
  ] });
  var HexLine = ({ row: { offset, cells }, kind }) => /* @__PURE__ */ a3("span", { class: "hex", children: [
    offset,
    "  ",
    cells.map(({ hex, isDifferent }, index) => /* @__PURE__ */ a3("span", { children: [
      /* @__PURE__ */ a3("span", { class: isDifferent ? `diff-byte ${kind}` : "", children: hex }),
      " "
    ] }, index)),
    "   ".repeat(16 - cells.length),
    " ",
    cells.map(({ char }) => char).join(""),
    "\n"
  ] });
  function Diff({ label, lines, what }) {
    if (lines.every(({ kind }) => kind === "folded")) return /* @__PURE__ */ a3("p", { class: "muted", children: "Only white space differs." });
    return /* @__PURE__ */ a3(Verbatim, { label, children: lines.map((line, index) => /* @__PURE__ */ a3("span", { class: `diff ${line.kind}`, children: [
      line.kind === "folded" ? `${plural(line.count, what)} the same` : /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3("span", { "aria-hidden": "true", children: [
          signs[line.kind],
          " "
        ] }),
        /* @__PURE__ */ a3("span", { class: "unseen", children: words[line.kind] }),
        line.text
      ] }),
      "\n"
    ] }, index)) });
  }
  var signs = { same: " ", removed: "−", added: "+" };
  var words = { same: "", removed: "only before: ", added: "only after: " };

  // simulator/console/page/frame/use-seconds.ts
  function useSeconds(isOn) {
    const [, tick] = _2((count) => count + 1, 0);
    A2(() => {
      if (!isOn) return void 0;
      const timer = setInterval(() => tick(void 0), 1e3);
      return () => clearInterval(timer);
    }, [isOn]);
  }

  // simulator/console/page/frame/dialog.tsx
  function Dialog({ title, isWide = false, onClose, children }) {
    const box = T2(null);
    A2(() => {
      const before = document.activeElement;
      box.current?.showModal();
      return () => {
        if (before instanceof HTMLElement) before.focus();
      };
    }, []);
    return /* @__PURE__ */ a3(
      "dialog",
      {
        ref: box,
        "aria-label": title,
        class: isWide ? "wide" : "",
        onClose,
        onKeyDown: (event) => event.stopPropagation(),
        onClick: (event) => {
          if (event.target === box.current) box.current?.close();
        },
        children: /* @__PURE__ */ a3("div", { class: "dialog-body", children: [
          /* @__PURE__ */ a3("header", { children: [
            /* @__PURE__ */ a3("h2", { children: title }),
            /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-label": "Close", onClick: () => box.current?.close(), children: "✕" })
          ] }),
          children
        ] })
      }
    );
  }

  // simulator/console/page/frame/form.tsx
  function Form({ name: name5, onSend, children }) {
    return /* @__PURE__ */ a3(
      "form",
      {
        class: "compose",
        "aria-label": name5,
        onSubmit: (event) => {
          event.preventDefault();
          onSend();
        },
        onKeyDown: (event) => {
          if (event.key !== "Enter") return;
          if (event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
          else if (!event.repeat && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        },
        children
      }
    );
  }
  function TextField({ label, onText, ...input }) {
    return /* @__PURE__ */ a3("label", { children: [
      /* @__PURE__ */ a3("span", { class: "label", children: label }),
      /* @__PURE__ */ a3("input", { class: "mono", autocomplete: "off", spellcheck: false, onInput: (event) => onText(event.currentTarget.value), ...input })
    ] });
  }
  function SelectField({ label, onChoose, ...select }) {
    return /* @__PURE__ */ a3("label", { children: [
      /* @__PURE__ */ a3("span", { class: "label", children: label }),
      /* @__PURE__ */ a3("select", { onChange: (event) => onChoose(event.currentTarget.value), ...select })
    ] });
  }
  function Segments({ legend, name: name5, options, chosen, onChoose }) {
    return /* @__PURE__ */ a3("fieldset", { class: "segments", children: [
      /* @__PURE__ */ a3("legend", { class: "unseen", children: legend }),
      options.map(([id, label]) => /* @__PURE__ */ a3("label", { children: [
        /* @__PURE__ */ a3("input", { type: "radio", name: name5, checked: chosen === id, onChange: () => onChoose(id) }),
        /* @__PURE__ */ a3("span", { children: label })
      ] }, id))
    ] });
  }

  // simulator/console/page/deliveries/new-sending.ts
  function useNewSending(received, receiver, onArrived) {
    const own = `${location.origin}/receivers/${receiver}`;
    const [url, setUrl] = d2(own);
    const [body, setBody] = d2(received.body);
    const [isSame, setSame] = d2(true);
    const { isBusy, problem, run } = useWork();
    const [sent, setSent] = d2(null);
    const send = async () => {
      setSent(null);
      const { webhook } = await post("/webhooks/edited", {
        receiver,
        body,
        ...url !== own && { url },
        ...isSame && received.deliveryId !== null && { deliveryId: received.deliveryId }
      });
      if (url === own && webhook.status !== null) onArrived(`${receiver} answered ${webhook.status}.`);
      else setSent(webhook);
    };
    return { url, body, isSame, isBusy, sent, problem, setUrl, setBody, setSame, send: () => void (isBusy || run(send)) };
  }

  // simulator/console/page/deliveries/send-again.tsx
  function SendAgain(props) {
    const [isOpen, setOpen] = d2(false);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("button", { type: "button", onClick: () => setOpen(true), children: "Edit and send" }),
      isOpen && /* @__PURE__ */ a3(SendDialog, { ...props, onClose: () => setOpen(false) })
    ] });
  }
  function SendDialog({ received, receiver, say, onClose }) {
    const sending = useNewSending(received, receiver, (sentence) => {
      say(sentence);
      onClose();
    });
    return /* @__PURE__ */ a3(Dialog, { title: "Edit and send", isWide: true, onClose, children: /* @__PURE__ */ a3(Form, { name: "Edit and send", onSend: sending.send, children: [
      /* @__PURE__ */ a3(TextField, { label: "To", type: "url", required: true, value: sending.url, onText: (text) => sending.setUrl(text.trim()) }),
      /* @__PURE__ */ a3(BodyField, { sending }),
      received.deliveryId !== null && /* @__PURE__ */ a3("label", { class: "switch", children: [
        /* @__PURE__ */ a3("input", { type: "checkbox", checked: sending.isSame, onChange: (event) => sending.setSame(event.currentTarget.checked) }),
        "Under the same delivery id"
      ] }),
      /* @__PURE__ */ a3(Result, { sending }),
      /* @__PURE__ */ a3(Button, { type: "submit", class: "primary", isOff: sending.isBusy, children: sending.isBusy ? "Sending…" : "Send" })
    ] }) });
  }
  function BodyField({ sending: { body, setBody } }) {
    const json = jsonIn(body);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3("label", { children: [
        /* @__PURE__ */ a3("span", { class: "label", children: "Body" }),
        /* @__PURE__ */ a3("textarea", { class: "mono", rows: 12, value: body, spellcheck: false, onInput: (event) => setBody(event.currentTarget.value) })
      ] }),
      /* @__PURE__ */ a3("p", { class: "hint", children: [
        json === void 0 ? "This is not JSON. It is sent all the same. " : "The simulator signs these bytes with the receiver’s secret. ",
        json !== void 0 && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: () => setBody(JSON.stringify(json, null, 2)), children: "Indent" })
      ] })
    ] });
  }
  function Result({ sending: { sent, problem } }) {
    return /* @__PURE__ */ a3($, { children: [
      problem && /* @__PURE__ */ a3(Problem, { children: problem }),
      sent && /* @__PURE__ */ a3("p", { role: "status", children: [
        /* @__PURE__ */ a3(Mark, { tone: isAccepted(sent.status) ? "good" : "bad" }),
        " ",
        sent.status === null ? `No answer: ${sent.error}` : `Answered ${sent.status}.`
      ] })
    ] });
  }

  // simulator/console/page/deliveries/delivery-head.tsx
  function DeliveryHead({ delivery, sent, found, service, time, onCall, onExpect, say }) {
    const { problem, isBusy, run: work } = useWork();
    const run = (action) => work(() => action().then(say));
    const next = nextAttempt(sent, time.serviceNow());
    useSeconds(next !== null);
    return /* @__PURE__ */ a3(
      DetailHead,
      {
        title: delivery.event ?? "Not one of our events",
        standing: deliveryStanding(delivery),
        names: `to ${delivery.receiver} · ${delivery.deliveryId ?? "without a delivery id"}`,
        children: [
          /* @__PURE__ */ a3("p", { class: "verdict-line", children: explainDelivery(delivery, sent, time.serviceNow()) }),
          /* @__PURE__ */ a3("div", { class: "actions", children: [
            /* @__PURE__ */ a3(ReplayButton, { ...{ delivery, sent, service, isBusy, run } }),
            sent && /* @__PURE__ */ a3(SkipButton, { ...{ next, sent, time, isBusy, run } }),
            found && /* @__PURE__ */ a3(SendAgain, { received: found, receiver: delivery.receiver, say }),
            found && /* @__PURE__ */ a3(
              CopyButton,
              {
                label: "Copy as curl",
                name: "Copy as curl",
                text: () => curlOfDelivery(`${location.origin}/receivers/${delivery.receiver}`, found)
              }
            ),
            onExpect && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: onExpect, children: "Expect" }),
            onCall && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: onCall, children: "Its call ›" })
          ] }),
          problem && /* @__PURE__ */ a3(Problem, { children: problem })
        ]
      }
    );
  }
  function ReplayButton({ delivery, sent, service, isBusy, run }) {
    const canReplay = service?.canCall && delivery.deliveryId !== null && sent?.status !== "retrying" && sent?.status !== "pending";
    return /* @__PURE__ */ a3(
      Button,
      {
        class: "primary",
        isOff: !canReplay || isBusy,
        title: canReplay ? "" : whyNoReplay(service, sent),
        onClick: () => void run(() => replay(delivery).then(() => "Replayed.")),
        children: "Replay"
      }
    );
  }
  function SkipButton({
    next,
    sent,
    time,
    isBusy,
    run
  }) {
    const why = sent.status === "retrying" ? "The next attempt is due now." : "No attempt is to come.";
    return /* @__PURE__ */ a3(
      Button,
      {
        isOff: next === null || isBusy,
        title: next === null ? why : "",
        onClick: () => next !== null && void run(async () => `The service’s clock moved ${span(await time.advanceService(next))} ahead.`),
        children: "Skip to the next attempt"
      }
    );
  }
  function whyNoReplay(service, sent) {
    if (!service?.canCall) return "No service is linked.";
    return sent?.status === "retrying" ? "It is still being retried; a finished one can be replayed." : "It is being sent.";
  }
  function nextAttempt(sent, now) {
    if (sent?.status !== "retrying" || sent.nextRetryAt === null) return null;
    return Date.parse(sent.nextRetryAt) > now ? sent.nextRetryAt : null;
  }

  // simulator/console/page/frame/json.tsx
  function Json({ label, value }) {
    const [all, setAll] = d2("as it is");
    return /* @__PURE__ */ a3("div", { class: "json", children: [
      isHolder(value) && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", onClick: () => setAll(all === "open" ? "folded" : "open"), children: all === "open" ? "Fold all" : "Unfold all" }),
      /* @__PURE__ */ a3("section", { class: "raw", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a3(
        Value,
        {
          value,
          depth: 0,
          isOpen: (depth, count) => all === "as it is" ? depth < openDepth && count <= openCount : depth < (all === "open" ? mostDepth : 1)
        }
      ) }, all)
    ] });
  }
  var openDepth = 3;
  var openCount = 30;
  var mostDepth = 50;
  var mostMembers2 = 1e3;
  function Value({ name: name5, value, depth, isOpen, comma = "" }) {
    const members = membersOf(value);
    const [isShown, setShown] = d2(() => members !== null && isOpen(depth, members.length));
    const key = name5 === void 0 ? null : /* @__PURE__ */ a3("span", { class: "json-name", children: [
      JSON.stringify(name5),
      ": "
    ] });
    if (members === null || members.length === 0)
      return /* @__PURE__ */ a3("div", { class: "json-line", children: [
        key,
        /* @__PURE__ */ a3("span", { class: kindOf(value), children: JSON.stringify(value) }),
        comma
      ] });
    const [opening, closing] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
    return /* @__PURE__ */ a3("details", { class: "json-node", open: isShown, children: [
      /* @__PURE__ */ a3(
        "summary",
        {
          onClick: (event) => {
            event.preventDefault();
            setShown(!isShown);
          },
          children: [
            key,
            opening,
            /* @__PURE__ */ a3("span", { class: "json-folded", children: [
              plural(members.length, Array.isArray(value) ? "item" : "member"),
              " ",
              closing,
              comma
            ] })
          ]
        }
      ),
      /* @__PURE__ */ a3("div", { class: "json-members", children: [
        (isShown ? members.slice(0, mostMembers2) : []).map(([member, each], index) => /* @__PURE__ */ a3(
          Value,
          {
            ...member === null ? {} : { name: member },
            value: each,
            depth: depth + 1,
            isOpen,
            comma: index < members.length - 1 ? "," : ""
          },
          index
        )),
        isShown && members.length > mostMembers2 && /* @__PURE__ */ a3("div", { class: "muted", children: [
          "… and ",
          (members.length - mostMembers2).toLocaleString("en"),
          " more"
        ] })
      ] }),
      /* @__PURE__ */ a3("span", { children: [
        closing,
        comma
      ] })
    ] });
  }
  var isHolder = (value) => typeof value === "object" && value !== null && !isDigits(value);
  function membersOf(value) {
    if (Array.isArray(value)) return value.map((item) => [null, item]);
    return isHolder(value) ? Object.entries(value) : null;
  }
  function kindOf(value) {
    if (typeof value === "string") return "json-string";
    return typeof value === "number" || isDigits(value) ? "json-number" : "json-word";
  }

  // simulator/console/page/deliveries/raw-request.tsx
  function RawRequest({ received }) {
    const [asItCame, setAsItCame] = d2(false);
    const json = jsonIn(received.body);
    return /* @__PURE__ */ a3("section", { class: "block", "aria-label": "Raw request", children: [
      /* @__PURE__ */ a3("div", { class: "raw-head", children: [
        /* @__PURE__ */ a3("h3", { children: "Raw request" }),
        /* @__PURE__ */ a3("span", { class: "muted", children: [
          received.method,
          ", ",
          bytes(byteLength(received))
        ] }),
        json !== void 0 && /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-pressed": asItCame, onClick: () => setAsItCame(!asItCame), children: "As it came" }),
        /* @__PURE__ */ a3(CopyButton, { label: "Copy", name: "Copy the body", text: () => received.body })
      ] }),
      /* @__PURE__ */ a3("div", { class: "side-by-side", children: [
        /* @__PURE__ */ a3("div", { children: [
          /* @__PURE__ */ a3("h4", { children: "Headers" }),
          /* @__PURE__ */ a3("dl", { class: "headers mono", children: Object.entries(received.headers).map(([name5, value]) => /* @__PURE__ */ a3("div", { class: name5.startsWith("x-webhook") ? "ours" : "", children: [
            /* @__PURE__ */ a3("dt", { children: name5 }),
            /* @__PURE__ */ a3("dd", { children: value })
          ] }, name5)) })
        ] }),
        /* @__PURE__ */ a3("div", { children: [
          /* @__PURE__ */ a3("h4", { children: "Body" }),
          json === void 0 || asItCame ? /* @__PURE__ */ a3(Verbatim, { label: "Body", children: received.body }) : /* @__PURE__ */ a3(Json, { label: "Body", value: json })
        ] })
      ] })
    ] });
  }

  // simulator/console/page/deliveries/received.ts
  function useReceived(delivery, happened) {
    const [list, setList] = d2(null);
    const [problem, setProblem] = d2(null);
    A2(() => {
      let isCurrent = true;
      const query = delivery.deliveryId === null ? "" : `?deliveryId=${encodeURIComponent(delivery.deliveryId)}`;
      get(`/receivers/${delivery.receiver}/deliveries${query}`).then(
        ({ deliveries }) => isCurrent && setList(deliveries.filter(({ deliveryId }) => deliveryId === delivery.deliveryId)),
        (error) => isCurrent && setProblem(sentenceOf(error))
      );
      return () => {
        isCurrent = false;
      };
    }, [delivery.key, happened]);
    return { list, problem };
  }

  // simulator/console/page/deliveries/sent.ts
  function useSent(delivery, service, happened) {
    const [sent, setSent] = d2({ delivery: null, attempts: [] });
    const seen = delivery.attempts.at(-1)?.attempt ?? 0;
    A2(() => {
      if (!service?.canOperate || delivery.deliveryId === null) return void 0;
      let timer;
      let isCurrent = true;
      const readAfter = (ms) => {
        timer = setTimeout(async () => {
          const answer = await get(`/console/deliveries/${delivery.deliveryId}`).catch(() => null);
          if (!isCurrent) return;
          if (answer) setSent(answer);
          if (!answer || answer.attempts.length < seen) readAfter(Math.min(ms * 2, readAgainAtMostMs));
        }, ms);
      };
      readAfter(readAgainMs);
      return () => {
        isCurrent = false;
        clearTimeout(timer);
      };
    }, [delivery.key, happened, service]);
    return sent;
  }
  var readAgainMs = 200;
  var readAgainAtMostMs = 5e3;

  // simulator/console/page/deliveries/verdict.tsx
  function Verdict({ received }) {
    return /* @__PURE__ */ a3("section", { class: "block", "aria-label": "Verdict", children: [
      /* @__PURE__ */ a3("h3", { children: "Verdict" }),
      /* @__PURE__ */ a3("ul", { class: "checks", children: checksOf(received).map(({ tone, name: name5, says: says2 }) => /* @__PURE__ */ a3("li", { children: [
        /* @__PURE__ */ a3(Mark, { tone, label: tone === "good" ? "holds" : tone === "bad" ? "fails" : "note" }),
        /* @__PURE__ */ a3("strong", { children: name5 }),
        /* @__PURE__ */ a3("span", { children: says2 })
      ] }, name5)) })
    ] });
  }
  function checksOf(received) {
    const { verdict, headers } = received;
    const age = Math.round(Date.parse(received.receivedAt) / 1e3 - Number(headers["x-webhook-timestamp"]));
    const unchecked = verdict.signature.reason === "not_checked";
    return [
      {
        tone: unchecked ? "quiet" : verdict.signature.reason === "valid" ? "good" : "bad",
        name: "Signature",
        says: verdict.signature.explanation
      },
      {
        tone: Number.isNaN(age) || Math.abs(age) > 300 ? "bad" : "good",
        name: "Age",
        says: Number.isNaN(age) ? "There is no timestamp to tell it by." : `Signed ${span(Math.abs(age))} ${age < 0 ? "ahead of" : "before"} its arrival; up to 300 s is allowed.`
      },
      {
        tone: verdict.contract.problems.length === 0 ? "good" : "bad",
        name: "Contract",
        says: verdict.contract.problems.length === 0 ? `The body is a ${verdict.contract.event} as the AsyncAPI document describes it.` : problemLines(verdict.contract.problems)
      },
      {
        tone: verdict.sameBytes ? "good" : "bad",
        name: "Bytes",
        says: verdict.sameBytes ? received.attempt === 1 ? "The first attempt sets what all later ones must send." : "The very bytes of the first attempt." : "They differ from the first attempt’s, under the same delivery id."
      },
      {
        tone: verdict.duplicateOf === null ? "good" : "wait",
        name: "Repeat",
        says: verdict.duplicateOf === null ? "Not accepted before: act on it." : `Attempt ${verdict.duplicateOf} was accepted already. Answer 2xx, and do nothing twice.`
      }
    ];
  }
  var shownProblems = 5;
  function problemLines(problems) {
    const lines = problems.slice(0, shownProblems).map(({ path, message }) => `${path || "The body"} ${message}.`);
    return [...lines, ...problems.length > shownProblems ? [`And ${problems.length - shownProblems} more.`] : []].join("\n");
  }

  // simulator/console/page/deliveries/delivery-detail.tsx
  function DeliveryDetail({ delivery, service, time, onCall, onExpect, say }) {
    const happened = delivery.entries.length;
    const received = useReceived(delivery, happened);
    const sent = useSent(delivery, service, happened);
    const { shown: attempt, compared: other, choose, compare } = useChosenAttempts(delivery);
    const found = attempt && received.list?.find(matches(attempt));
    const foundOther = other && received.list?.find(matches(other));
    return /* @__PURE__ */ a3("article", { class: "detail", children: [
      /* @__PURE__ */ a3(
        DeliveryHead,
        {
          ...{ delivery, service, time, say, found, onCall },
          sent: sent.delivery,
          onExpect: received.list ? () => onExpect(expectedOf(delivery, found)) : null
        }
      ),
      /* @__PURE__ */ a3(
        Attempts,
        {
          delivery,
          sent,
          chosen: attempt?.attempt ?? null,
          compared: other?.attempt ?? null,
          choose,
          compare
        }
      ),
      received.problem && /* @__PURE__ */ a3(Problem, { children: received.problem }),
      found && !foundOther && /* @__PURE__ */ a3(Verdict, { received: found }),
      found && foundOther && attempt && other ? /* @__PURE__ */ a3(Comparison, { one: foundOther, two: found, names: [`Attempt ${other.attempt}`, `Attempt ${attempt.attempt}`] }) : found && /* @__PURE__ */ a3(RawRequest, { received: found }),
      received.list && !found && /* @__PURE__ */ a3("p", { class: "muted block", children: "The simulator has forgotten the bytes of this attempt; it keeps the newest thousand of each receiver." })
    ] });
  }
  var matches = ({ attempt, at }) => (received) => received.attempt === attempt && Math.abs(Date.parse(received.receivedAt) - Date.parse(at)) < 1e3;

  // simulator/console/page/frame/first-steps.tsx
  function FirstSteps({ canCall }) {
    return /* @__PURE__ */ a3("div", { class: "first-steps", children: [
      /* @__PURE__ */ a3("h2", { children: canCall ? "See a webhook fail and recover" : "Choose a call or a webhook" }),
      canCall ? /* @__PURE__ */ a3("ol", { children: [
        /* @__PURE__ */ a3("li", { children: [
          "Under ",
          /* @__PURE__ */ a3("strong", { children: "How receivers answer" }),
          ", press ",
          /* @__PURE__ */ a3("strong", { children: "Fails once" }),
          "."
        ] }),
        /* @__PURE__ */ a3("li", { children: [
          /* @__PURE__ */ a3("strong", { children: "Place the call." }),
          " It rings, talks and ends here."
        ] }),
        /* @__PURE__ */ a3("li", { children: [
          "Open its ",
          /* @__PURE__ */ a3("strong", { children: "call.completed" }),
          ": refused with 500, and why."
        ] }),
        /* @__PURE__ */ a3("li", { children: [
          /* @__PURE__ */ a3("strong", { children: "Skip to the next attempt" }),
          ": the retry is a minute away for you, not for the clock."
        ] }),
        /* @__PURE__ */ a3("li", { children: [
          /* @__PURE__ */ a3("strong", { children: "Replay" }),
          " it, and compare the attempts byte for byte."
        ] })
      ] }) : /* @__PURE__ */ a3("p", { children: "What happened to it and why stands here: each attempt, its verdict, the raw bytes." }),
      /* @__PURE__ */ a3("p", { class: "muted", children: [
        "Press ",
        /* @__PURE__ */ a3("kbd", { children: "?" }),
        " for the keys."
      ] })
    ] });
  }

  // simulator/console/page/texts/text-standing.ts
  function textStanding(text) {
    const state = text.steps.at(-1)?.state;
    if (state === void 0 && text.refused !== null) return { tone: "bad", word: `refused (${text.refused})` };
    if (state === "delivered") return { tone: "good", word: "delivered" };
    if (state === "received") return { tone: "quiet", word: "received" };
    if (state === "undelivered" || state === "failed")
      return { tone: "bad", word: text.errorCode === null ? state : `${state} (${text.errorCode})` };
    return { tone: "live", word: state ?? "accepted" };
  }

  // simulator/console/page/texts/text-detail.tsx
  function TextDetail({ text, onDelivery }) {
    const { answer } = useReading("/texts", 0);
    const body = answer?.texts.find(({ sid }) => sid === text.key)?.body;
    return /* @__PURE__ */ a3("article", { class: "detail", children: [
      /* @__PURE__ */ a3(
        DetailHead,
        {
          title: text.direction === "inbound" ? "From a contact" : storyName(text.scenario),
          standing: textStanding(text),
          names: [`${text.from} → ${text.to}`, text.messageId].filter(Boolean).join(" · ")
        }
      ),
      body !== void 0 && /* @__PURE__ */ a3("blockquote", { class: `bubble ${text.direction}`, children: body }),
      /* @__PURE__ */ a3(WebhookList, { deliveries: text.deliveries, onDelivery, children: text.direction === "inbound" ? "They name a contact’s text by the service’s own id, so they are not told apart here: look for sms.received among the webhooks." : "None has come for this text. Has the tenant a trigger for sms events?" }),
      /* @__PURE__ */ a3(Happened, { entries: withDeliveries(text), from: text.at })
    ] });
  }

  // simulator/console/page/timeline/entry-detail.tsx
  function EntryDetail({ entry, cause, onCause }) {
    return /* @__PURE__ */ a3("article", { class: "detail", children: [
      /* @__PURE__ */ a3("header", { class: "detail-head", children: [
        /* @__PURE__ */ a3("div", { class: "detail-title", children: /* @__PURE__ */ a3("h2", { class: "mono", children: entry.kind }) }),
        /* @__PURE__ */ a3("p", { class: "muted", children: [
          "Entry ",
          entry.seq,
          ", ",
          exactTime(entry.at),
          entry.callId && ` · ${shortId(entry.callId)}`
        ] }),
        /* @__PURE__ */ a3("div", { class: "actions", children: /* @__PURE__ */ a3(CopyButton, { label: "Copy as JSON", name: "Copy as JSON", text: () => JSON.stringify(entry, null, 2) }) })
      ] }),
      cause && /* @__PURE__ */ a3("section", { class: "block", "aria-label": "Cause", children: [
        /* @__PURE__ */ a3("h3", { children: "Because of" }),
        /* @__PURE__ */ a3("button", { type: "button", class: "link-row", onClick: () => onCause(cause.seq), children: [
          /* @__PURE__ */ a3("span", { class: "mono", children: cause.kind }),
          /* @__PURE__ */ a3("span", { class: "muted", children: saysOf(cause) }),
          /* @__PURE__ */ a3("span", { class: "chevron", "aria-hidden": "true", children: "›" })
        ] })
      ] }),
      /* @__PURE__ */ a3("section", { class: "block", "aria-label": "The entry", children: [
        /* @__PURE__ */ a3("h3", { children: "The entry" }),
        /* @__PURE__ */ a3(Json, { label: "The entry as JSON", value: entry })
      ] })
    ] });
  }

  // simulator/console/page/detail-pane.tsx
  function DetailPane({ pane, onBack, ...inspected }) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Enter in the list brings the focus here, to be read and scrolled.
      /* @__PURE__ */ a3("section", { class: "pane inspector", "aria-label": "Details", tabIndex: 0, ref: pane, children: [
        /* @__PURE__ */ a3("button", { type: "button", class: "quiet back", onClick: onBack, children: "‹ Back" }),
        /* @__PURE__ */ a3(Inspector, { ...inspected })
      ] })
    );
  }
  function Inspector({ chosen, isGone, model, service, time, scenarios, say, select, onExpect, hangUp }) {
    const onDelivery = (key) => select("deliveries", key);
    switch (chosen?.kind) {
      case void 0:
        if (isGone)
          return /* @__PURE__ */ a3(Empty, { title: "It is not here", children: "The simulator has forgotten what the address names, was started anew, or has never seen it. Esc leads back to the list." });
        return /* @__PURE__ */ a3(FirstSteps, { canCall: service?.canCall === true });
      case "call": {
        const { call } = chosen;
        return /* @__PURE__ */ a3(
          CallDetail,
          {
            call,
            service,
            seed: scenarios.seed ?? 0,
            scenario: scenarios.calls.find(({ name: name5 }) => name5 === call.scenario),
            onDelivery,
            onExpect,
            hangUp
          },
          call.key
        );
      }
      case "delivery": {
        const { delivery } = chosen;
        const call = model.callOf.get(delivery.callId ?? "");
        return /* @__PURE__ */ a3(
          DeliveryDetail,
          {
            delivery,
            service,
            time,
            say,
            onExpect,
            onCall: call ? () => select("calls", call.key) : null
          },
          delivery.key
        );
      }
      case "text":
        return /* @__PURE__ */ a3(TextDetail, { text: chosen.text, onDelivery }, chosen.text.key);
      case "entry":
        return /* @__PURE__ */ a3(
          EntryDetail,
          {
            entry: chosen.entry,
            cause: model.entries.find(({ seq }) => seq === chosen.entry.causedBy),
            onCause: (seq) => select("timeline", String(seq))
          }
        );
    }
  }

  // simulator/console/page/frame/kept.ts
  function read(key, place2 = "localStorage") {
    try {
      return globalThis[place2].getItem(key);
    } catch {
      return null;
    }
  }
  function keep(key, value, place2 = "localStorage") {
    try {
      globalThis[place2].setItem(key, value);
      return true;
    } catch {
      return false;
    }
  }
  function readList(key) {
    try {
      const kept = JSON.parse(read(key) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  // simulator/console/page/expectations/kept-expectations.ts
  function useExpectations() {
    const [list, setList] = d2(() => readList(name));
    const [results, setResults] = d2(/* @__PURE__ */ new Map());
    const [problem, setProblem] = d2(null);
    const latest = T2(list);
    latest.current = list;
    const change = (next) => {
      keep(name, JSON.stringify(next));
      setList(next);
    };
    const checkOne = async (expectation) => {
      try {
        const result = await check(expectation);
        setProblem(null);
        setResults((before) => new Map(before).set(expectation.id, result));
      } catch (error) {
        setProblem(sentenceOf(error));
      }
    };
    return {
      list,
      results,
      problem,
      add(expected) {
        const expectation = { id: newId(), ...expected };
        change([expectation, ...latest.current].slice(0, maxKept));
        void checkOne(expectation);
      },
      remove: (id) => change(latest.current.filter((each) => each.id !== id)),
      // The checks run one after another, since each may move frozen time.
      async checkAll() {
        for (const expectation of latest.current) await checkOne(expectation);
      }
    };
  }
  var name = "ringpost-console-expectations";
  var maxKept = 50;
  var newId = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;

  // simulator/console/page/calls/story-options.tsx
  function StoryOptions({ scenarios }) {
    return /* @__PURE__ */ a3($, { children: storyGroups(scenarios).map(([title, each]) => /* @__PURE__ */ a3("optgroup", { label: title, children: each.map(({ name: name5 }) => /* @__PURE__ */ a3("option", { value: name5, children: storyName(name5) }, name5)) }, title)) });
  }
  function storyGroups(scenarios) {
    const titled = groups.map(([title]) => [title, []]);
    for (const scenario of scenarios) {
      const index = groups.findIndex(([, holds]) => holds(scenario));
      titled[index]?.[1].push(scenario);
    }
    return titled.filter(([, each]) => each.length > 0).reverse();
  }
  var groups = [
    ["The provider misbehaves", ({ placement }) => placement !== "accepted"],
    ["Callbacks go astray", ({ callbacks, name: name5 }) => callbacks !== "once" || name5 === "never-ends" || /silent|drop|late/.test(name5)],
    ["Odd data", ({ name: name5 }) => /^extraction|transcript/.test(name5)],
    ["Nobody talks", ({ name: name5 }) => /no-answer|busy|voicemail|carrier|declined|invalid/.test(name5)],
    ["Somebody answers", () => true]
  ];

  // simulator/console/page/link/numbers.ts
  function useStoryNumber(stories, firstStory, firstOf = (story) => story.numbers.first) {
    const [story, choose] = d2(firstStory);
    const [which, setWhich] = d2(() => Math.floor(Math.random() * 9e3));
    const [typed, setNumber] = d2(null);
    const scenario = stories.find(({ name: name5 }) => name5 === story);
    return {
      ...{ story, scenario, setNumber },
      number: typed ?? (scenario ? firstOf(scenario).slice(0, -4) + String(which).padStart(4, "0") : ""),
      setStory(name5) {
        choose(name5);
        setNumber(null);
      },
      /** Goes on to the story's next number, and so to another contact. */
      next() {
        setWhich((which + 1) % 1e4);
        setNumber(null);
      }
    };
  }

  // simulator/console/page/alone/own-webhook.ts
  var otherEvents = ["sms.received", "sms.delivered", "sms.failed", "lead.qualified"];
  function useOwnWebhook({ scenarios, onPlaced, onSent }) {
    const { story: choice, scenario, number: phoneNumber, next, setStory: choose } = useStoryNumber(scenarios, "answered-interested");
    const [url, setUrl] = d2(() => read("ringpost-console-webhook-url") ?? `${location.origin}/receivers/own`);
    const [secret, setSecret] = d2("simulated");
    const { isBusy, problem, run } = useWork();
    const send = async () => {
      await tellOwnReceiver(url, secret);
      keep("ringpost-console-webhook-url", url);
      const target = { url, ...secret !== "" && { secret } };
      if (scenario) {
        const { call } = await post("/webhooks/calls", { ...target, phoneNumber });
        next();
        onPlaced(call.id);
      } else {
        const { webhook } = await post("/webhooks", { ...target, event: choice });
        onSent(`${choice} was sent, and the receiver answered ${webhook.status ?? `nothing: ${webhook.error}`}.`, "deliveries");
      }
    };
    return {
      ...{ choice, scenario, url, secret, problem, isBusy, choose, setUrl, setSecret },
      send: () => void (isBusy || run(send))
    };
  }
  async function tellOwnReceiver(url, secret) {
    const own = `${location.origin}/receivers/`;
    if (!url.startsWith(own) || secret === "") return;
    const name5 = url.slice(own.length);
    const { receivers } = await get("/receivers");
    if (!receivers.some((each) => each.name === name5)) await post("/receivers", { name: name5, secret });
  }

  // simulator/console/page/alone/own-webhook-form.tsx
  function OwnWebhookForm({ scenarios, firstField, ...heard }) {
    const webhook = useOwnWebhook({ scenarios, ...heard });
    const { scenario, problem, isBusy } = webhook;
    return /* @__PURE__ */ a3(Form, { name: "Send a webhook", onSend: webhook.send, children: [
      /* @__PURE__ */ a3(SelectField, { label: "Story or event", ref: firstField, value: webhook.choice, onChoose: webhook.choose, children: [
        /* @__PURE__ */ a3(StoryOptions, { scenarios }),
        /* @__PURE__ */ a3("optgroup", { label: "Other events", children: otherEvents.map((event) => /* @__PURE__ */ a3("option", { value: event, children: event }, event)) })
      ] }),
      /* @__PURE__ */ a3("p", { class: "hint", children: scenario ? `${scenario.description} Its call.completed follows.` : "An example of the document, with new ids and the present time." }),
      /* @__PURE__ */ a3(TextField, { label: "Receiver", type: "url", value: webhook.url, required: true, onText: (text) => webhook.setUrl(text.trim()) }),
      /* @__PURE__ */ a3(TextField, { label: "Signing secret", value: webhook.secret, onText: webhook.setSecret }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3(Button, { type: "submit", class: "primary", isOff: isBusy, children: isBusy ? "Sending…" : scenario ? "Place the call" : "Send the webhook" }),
      /* @__PURE__ */ a3("p", { class: "missing", children: [
        "No service is linked, so the simulator signs and sends the webhooks itself. ",
        /* @__PURE__ */ a3("code", { children: "npm start" }),
        " or ",
        /* @__PURE__ */ a3("code", { children: "--service-url" }),
        " ",
        "links one."
      ] })
    ] });
  }

  // simulator/console/page/link/missing-service.tsx
  function MissingService({ service, option, what }) {
    return /* @__PURE__ */ a3("p", { class: "missing", children: [
      service ? `${what} needs more than was given: ` : `${what} needs a service. `,
      "Run ",
      /* @__PURE__ */ a3("code", { children: "npm start" }),
      ", or start the simulator with ",
      /* @__PURE__ */ a3("code", { children: service ? option : "--service-url" }),
      !service && /* @__PURE__ */ a3($, { children: [
        " ",
        "and ",
        /* @__PURE__ */ a3("code", { children: option })
      ] }),
      ". Everything that arrives is shown all the same."
    ] });
  }

  // simulator/console/page/link/service.ts
  var lookAgainMs = 2e3;
  function useService() {
    const [service, setService] = d2(void 0);
    A2(() => {
      if (service) return void 0;
      const look = () => void get("/console/service").then(
        (answer) => setService(answer.service),
        () => void 0
      );
      look();
      const timer = setInterval(look, lookAgainMs);
      return () => clearInterval(timer);
    }, [service]);
    return service;
  }

  // simulator/console/page/calls/agents.ts
  function useAgents(service) {
    const [list, setList] = d2(null);
    const [problem, setProblem] = d2(null);
    A2(() => {
      if (!service?.canCall) return void 0;
      let timer;
      const look = () => void get("/console/agents").then(
        ({ agents }) => {
          setList(agents);
          setProblem(null);
        },
        (error) => {
          setProblem(sentenceOf(error));
          timer = setTimeout(look, lookAgainMs);
        }
      );
      look();
      return () => clearTimeout(timer);
    }, [service]);
    return { list, problem };
  }

  // simulator/console/page/calls/new-call.ts
  var exampleVariables = '{"ownerName": "Dana Reyes", "propertyAddress": "12 Elm Street"}';
  function useNewCall({ service, scenarios, onPlaced }) {
    const { number, next, ...chosen } = useStoryNumber(scenarios, "answered-interested");
    const [variables, setVariables] = d2(() => read("ringpost-console-variables") ?? exampleVariables);
    const agents = useAgents(service);
    const [agentId, setAgentId] = d2(null);
    const { isBusy, problem, run } = useWork(hintOf);
    const last = T2({ said: "", key: "" });
    const agent = agentId ?? agents.list?.find(({ isDefault }) => isDefault)?.id ?? agents.list?.[0]?.id ?? "";
    const isReady = service?.canCall === true && !isBusy && agent !== "" && number !== "";
    const place2 = async () => {
      const call = { agentId: agent, phoneNumber: number, variables: parsedVariables(variables) };
      const said = JSON.stringify(call);
      if (last.current.said !== said) last.current = { said, key: `console-${crypto.getRandomValues(new Uint32Array(4)).join("-")}` };
      const { call: placed } = await post("/console/calls", { ...call, idempotencyKey: last.current.key });
      last.current = { said: "", key: "" };
      keep("ringpost-console-variables", variables);
      next();
      onPlaced(placed.id, call);
    };
    return {
      ...chosen,
      ...{ number, agents, agent, variables, problem, isBusy, isReady, setVariables },
      setAgent: setAgentId,
      place: () => void (isReady && run(place2))
    };
  }
  function parsedVariables(text) {
    let value;
    try {
      value = JSON.parse(text.trim() || "{}");
    } catch (error) {
      throw new Error(`The variables are not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
    throw new Error('The variables must be a JSON object, such as {"ownerName": "Dana"}.');
  }
  function hintOf(error) {
    const sentence = sentenceOf(error);
    return error instanceof Refused && error.code === "missing_variables" ? `${sentence} Add them under "Variables for the prompt".` : sentence;
  }

  // simulator/console/page/calls/call-form.tsx
  function CallForm({ service, scenarios, firstField, onPlaced }) {
    const call = useNewCall({ service, scenarios, onPlaced });
    const { problem, agents } = call;
    return /* @__PURE__ */ a3(Form, { name: "Place a call", onSend: call.place, children: [
      /* @__PURE__ */ a3(SelectField, { label: "Story", ref: firstField, value: call.story, onChoose: call.setStory, children: /* @__PURE__ */ a3(StoryOptions, { scenarios }) }),
      /* @__PURE__ */ a3("p", { class: "hint", children: call.scenario?.description ?? "Loading the stories…" }),
      /* @__PURE__ */ a3(TextField, { label: "Number", value: call.number, inputMode: "tel", required: true, onText: (text) => call.setNumber(text.trim()) }),
      /* @__PURE__ */ a3(AgentField, { call }),
      /* @__PURE__ */ a3(VariablesField, { call }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem }),
      !problem && agents.problem && /* @__PURE__ */ a3(Problem, { children: agents.problem }),
      /* @__PURE__ */ a3(Button, { type: "submit", class: "primary", isOff: !call.isReady, children: call.isBusy ? "Placing…" : "Place the call" }),
      service !== void 0 && !service?.canCall && /* @__PURE__ */ a3(MissingService, { service, option: "--service-key", what: "Placing calls" })
    ] });
  }
  function AgentField({ call: { agent, agents, setAgent } }) {
    return /* @__PURE__ */ a3(SelectField, { label: "Agent", value: agent, disabled: !agents.list?.length, onChoose: setAgent, children: [
      agents.list?.map(({ id, name: name5 }) => /* @__PURE__ */ a3("option", { value: id, children: name5 }, id)),
      !agents.list?.length && /* @__PURE__ */ a3("option", { value: "", children: agents.list ? "This tenant has no agent" : "–" })
    ] });
  }
  function VariablesField({ call: { variables, setVariables } }) {
    return /* @__PURE__ */ a3("details", { class: "more", children: [
      /* @__PURE__ */ a3("summary", { children: "Variables for the prompt" }),
      /* @__PURE__ */ a3(
        "textarea",
        {
          class: "mono",
          rows: 3,
          "aria-label": "Variables for the prompt, as JSON",
          value: variables,
          spellcheck: false,
          onInput: (event) => setVariables(event.currentTarget.value)
        }
      )
    ] });
  }

  // simulator/console/page/expectations/contract-kept.tsx
  function ContractKept({ version }) {
    const [found, setFound] = d2(null);
    A2(() => {
      const timer = setTimeout(() => verify().then(setFound, () => setFound(null)), settleMs);
      return () => clearTimeout(timer);
    }, [version]);
    return /* @__PURE__ */ a3("section", { class: "card", "aria-label": "The contract", children: [
      /* @__PURE__ */ a3("header", { children: [
        /* @__PURE__ */ a3("h3", { children: "The contract" }),
        found && /* @__PURE__ */ a3(Badge, { tone: found.isMet ? "good" : "bad", children: found.isMet ? "kept" : "broken" })
      ] }),
      /* @__PURE__ */ a3("p", { class: "hint verdict", children: found?.says ?? "Not known yet." })
    ] });
  }
  async function verify() {
    try {
      const { checked } = await get("/verification");
      return { isMet: true, says: `${plural(checked, "webhook and answer", "webhooks and answers")} held against the documents.` };
    } catch (error) {
      if (error instanceof Refused && error.code === "contract_broken") return { isMet: false, says: error.message };
      throw error;
    }
  }

  // simulator/console/page/time/words.ts
  function passedSentence({ seconds, steps: steps2, stoppedBy }) {
    const moved = `Time moved ${span(seconds)} ahead, in ${plural(steps2, "step")}.`;
    switch (stoppedBy) {
      case "idle":
        return `${moved} Nothing waits any more.`;
      case "limit":
        return moved;
      case "busy":
        return `${moved} The service has been busy for long; go on when it is done.`;
    }
  }
  function elapsed(seconds) {
    const whole = Math.floor(seconds);
    const two = (value) => String(value).padStart(2, "0");
    return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  }
  function paceWord(view) {
    if (!view) return "";
    if (view.pace === "frozen") return "frozen";
    return view.speed === null ? "at once" : `×${view.speed.toLocaleString("en")}`;
  }
  var aheadWord = (offsetSeconds) => offsetSeconds !== void 0 && offsetSeconds > 0 ? `+${span(offsetSeconds)}` : "";
  function secondsIn(text) {
    const trimmed = text.replaceAll(" ", "").toLowerCase();
    if (/^\d+$/.test(trimmed)) return Number(trimmed) || null;
    if (!/^(\d+[smhd])+$/.test(trimmed)) return null;
    const seconds = [...trimmed.matchAll(/(\d+)([smhd])/g)].reduce(
      (sum, [, count, unit = "s"]) => sum + Number(count) * (unitSeconds[unit] ?? 0),
      0
    );
    return seconds || null;
  }
  var unitSeconds = { s: 1, m: 60, h: 3600, d: 86400 };

  // simulator/console/page/expectations/conditions-in.ts
  function conditionsIn(text) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const read2 = {};
    for (const line of lines) {
      const [, path, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (path === void 0 || value === void 0) return `“${line.trim()}” has no path and value, such as data.outcome = INTERESTED.`;
      read2[path] = readValue(value);
    }
    return lines.length > 0 ? read2 : null;
  }
  function readValue(text) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }

  // simulator/console/page/expectations/expectation-form.tsx
  function ExpectationForm({ onExpect }) {
    const [kind, setKind] = d2("delivery");
    const [typed, setTyped] = d2({ event: "call.completed", receiver: "", where: "", within: "" });
    const [problem, setProblem] = d2(null);
    const expect = () => {
      const expected = expectedIn(kind, typed);
      setProblem(typeof expected === "string" ? expected : null);
      if (typeof expected !== "string") onExpect(expected);
    };
    return /* @__PURE__ */ a3("details", { class: "more", children: [
      /* @__PURE__ */ a3("summary", { children: "Expect something else" }),
      /* @__PURE__ */ a3(Form, { name: "Expect something else", onSend: expect, children: [
        /* @__PURE__ */ a3(Segments, { legend: "What is expected", name: "expectation", options: kinds, chosen: kind, onChoose: setKind }),
        /* @__PURE__ */ a3(TypedFields, { typed, onTyped: (changed) => setTyped((before) => ({ ...before, ...changed })) }),
        problem && /* @__PURE__ */ a3(Problem, { children: problem }),
        /* @__PURE__ */ a3("button", { type: "submit", children: "Expect it" })
      ] })
    ] });
  }
  var kinds = [
    ["delivery", "It comes"],
    ["no-delivery", "It does not come"]
  ];
  function TypedFields({ typed, onTyped }) {
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(TextField, { label: "Event", value: typed.event, placeholder: "any", onText: (text) => onTyped({ event: text.trim() }) }),
      /* @__PURE__ */ a3(TextField, { label: "Receiver", value: typed.receiver, placeholder: "any", onText: (text) => onTyped({ receiver: text.trim() }) }),
      /* @__PURE__ */ a3("label", { children: [
        /* @__PURE__ */ a3("span", { class: "label", children: "Where in its body, one a line" }),
        /* @__PURE__ */ a3(
          "textarea",
          {
            class: "mono",
            rows: 2,
            value: typed.where,
            placeholder: "data.outcome = INTERESTED",
            spellcheck: false,
            onInput: ({ currentTarget }) => onTyped({ where: currentTarget.value })
          }
        )
      ] }),
      /* @__PURE__ */ a3(
        TextField,
        {
          label: "Within",
          value: typed.within,
          placeholder: "now, or 10m: frozen time is moved on",
          onText: (text) => onTyped({ within: text.trim() })
        }
      )
    ] });
  }
  function expectedIn(kind, { event, receiver, where, within }) {
    const conditions = conditionsIn(where);
    const seconds = within === "" ? null : secondsIn(within);
    if (typeof conditions === "string") return conditions;
    if (within !== "" && seconds === null) return "That is no duration. Write 90s, 5m, 1h30m or 2d.";
    return {
      kind,
      expected: {
        ...event !== "" && { event },
        ...receiver !== "" && { receiver },
        ...conditions !== null && { where: conditions },
        ...seconds !== null && { within: seconds }
      }
    };
  }

  // simulator/console/page/expectations/expectations.tsx
  function Expectations({ kept, version }) {
    const { isBusy, run } = useWork();
    return /* @__PURE__ */ a3("div", { class: "compose", children: [
      /* @__PURE__ */ a3(ContractKept, { version }),
      /* @__PURE__ */ a3("section", { class: "card", "aria-label": "Expected", children: [
        /* @__PURE__ */ a3("header", { children: [
          /* @__PURE__ */ a3("h3", { children: "Expected" }),
          kept.list.length > 0 && /* @__PURE__ */ a3("span", { class: "muted", children: tally(kept) })
        ] }),
        kept.list.length === 0 && /* @__PURE__ */ a3("p", { class: "hint", children: "Nothing yet. Press “Expect” on a webhook or a call that went right, and hold the next run against it." }),
        kept.list.length > 0 && /* @__PURE__ */ a3("div", { class: "chips", children: [
          /* @__PURE__ */ a3(Button, { class: "chip", isOff: isBusy, onClick: () => void run(kept.checkAll), children: isBusy ? "Checking…" : "Check all" }),
          /* @__PURE__ */ a3(CopyButton, { label: "Copy as test", name: "Copy as test", text: () => `${kept.list.map(lineOf).join("\n")}
` })
        ] }),
        /* @__PURE__ */ a3("ul", { class: "plain expectations", children: kept.list.map((expectation) => /* @__PURE__ */ a3("li", { children: /* @__PURE__ */ a3(
          ExpectationCard,
          {
            expectation,
            result: kept.results.get(expectation.id),
            onRemove: () => kept.remove(expectation.id)
          }
        ) }, expectation.id)) }),
        kept.problem && /* @__PURE__ */ a3(Problem, { children: kept.problem })
      ] }),
      /* @__PURE__ */ a3(ExpectationForm, { onExpect: kept.add })
    ] });
  }
  function tally({ list, results }) {
    const met = list.filter(({ id }) => results.get(id)?.isMet).length;
    return `${met} of ${list.length} met`;
  }
  function ExpectationCard({ expectation, result, onRemove }) {
    const title = titleOf(expectation);
    return /* @__PURE__ */ a3("div", { class: "expectation", children: [
      /* @__PURE__ */ a3(
        Mark,
        {
          tone: result === void 0 ? "quiet" : result.isMet ? "good" : "bad",
          label: result === void 0 ? "not checked" : result.isMet ? "met" : "not met"
        }
      ),
      /* @__PURE__ */ a3("div", { children: [
        /* @__PURE__ */ a3("strong", { children: title }),
        /* @__PURE__ */ a3("span", { class: "muted", children: conditionsOf(expectation).join(" · ") }),
        result && /* @__PURE__ */ a3("p", { class: result.isMet ? "muted" : "bad-word", children: result.says })
      ] }),
      /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-label": `Expect no longer: ${title}`, onClick: onRemove, children: "✕" })
    ] });
  }

  // simulator/console/page/faults/faults.tsx
  var usual = [
    ["Voice provider down", { link: "voice", answer: "503" }],
    ["Next call unheard", { link: "voice", answer: "reset", processed: true, times: 1 }],
    ["Text provider down", { link: "texts", answer: "503" }],
    ["Every second webhook late", { link: "receivers", answer: "delay:10500", every: 2 }],
    ["One webhook in five lost", { link: "receivers", answer: "reset", probability: 0.2 }]
  ];
  var links = { receivers: "webhooks", voice: "the voice provider", texts: "the text provider" };
  function Faults({ version }) {
    const { answer, problem, change } = useReading("/faults", version);
    const faults2 = answer?.faults ?? [];
    return /* @__PURE__ */ a3("section", { class: "receivers", "aria-label": "Faults on the way", children: [
      /* @__PURE__ */ a3("h2", { children: "Faults on the way" }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3("fieldset", { class: "chips", "aria-label": "Add a fault", children: usual.map(([name5, fault]) => /* @__PURE__ */ a3("button", { type: "button", class: "chip", onClick: () => void change(post("/faults", fault)), children: name5 }, name5)) }),
      faults2.length > 0 && /* @__PURE__ */ a3("ul", { class: "plain faults", children: faults2.map((fault) => /* @__PURE__ */ a3(FaultLine, { fault, takeAway: () => void change(remove(`/faults/${fault.id}`)) }, fault.id)) })
    ] });
  }
  function FaultLine({ fault, takeAway }) {
    return /* @__PURE__ */ a3("li", { children: [
      /* @__PURE__ */ a3(Mark, { tone: "wait" }),
      /* @__PURE__ */ a3("span", { children: [
        fault.answer,
        " on ",
        links[fault.link],
        /* @__PURE__ */ a3("span", { class: "muted", children: [
          ", struck ",
          plural(fault.hit, "time")
        ] })
      ] }),
      /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-label": `Take ${fault.answer} on ${links[fault.link]} away`, onClick: takeAway, children: "✕" })
    ] });
  }

  // simulator/console/page/frame/tabs.tsx
  function Tabs({ label, ids, names: names2, current, onChoose, counts }) {
    const choose = (by) => {
      const next = ids[(ids.indexOf(current) + by + ids.length) % ids.length];
      if (next === void 0) return;
      onChoose(next);
      document.getElementById(`tab-${next}`)?.focus();
    };
    return /* @__PURE__ */ a3("div", { class: "tabs", role: "tablist", "aria-label": label, children: ids.map((id) => /* @__PURE__ */ a3(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-selected": id === current,
        "aria-controls": id === current ? `panel-${id}` : void 0,
        tabIndex: id === current ? 0 : -1,
        onClick: () => onChoose(id),
        onKeyDown: (event) => {
          if (event.key === "ArrowRight") choose(1);
          else if (event.key === "ArrowLeft") choose(-1);
          else return;
          event.preventDefault();
        },
        children: [
          names2[id],
          counts && counts[id] > 0 && /* @__PURE__ */ a3("span", { class: "count", children: [
            " ",
            counts[id].toLocaleString("en")
          ] })
        ]
      },
      id
    )) });
  }

  // simulator/console/page/receivers/receivers.tsx
  var faults = [
    { name: "Healthy", programme: "", says: "Answers 200." },
    { name: "Fails once", programme: "500", says: "Answers 500 once, then 200." },
    { name: "Fails twice", programme: "500,500", says: "Answers 500 twice, then 200." },
    { name: "Down", programme: "503*", says: "Answers 503 until you say otherwise." },
    { name: "Slow", programme: "delay:9500*", says: "Answers 200 after 9.5 s, just in time." },
    { name: "Too slow", programme: "delay:10500", says: "Answers once after 10.5 s, when the sender has given up." },
    { name: "Silent", programme: "timeout", says: "Never answers the next one." },
    { name: "Breaks off", programme: "reset", says: "Resets the next connection." },
    { name: "Redirects", programme: "redirect:http://127.0.0.1:9/", says: "Sends the next one elsewhere, where the sender must not follow." }
  ];
  function Receivers({ version }) {
    const { answer, problem, change } = useReading("/receivers", version);
    const receivers = answer?.receivers;
    return /* @__PURE__ */ a3("section", { class: "receivers", "aria-label": "How receivers answer", children: [
      /* @__PURE__ */ a3("h2", { children: "How receivers answer" }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem }),
      receivers?.length === 0 && /* @__PURE__ */ a3(Empty, { title: "No receiver yet", children: "The first webhook to /receivers/any-name makes one. Or make one here, to register its address." }),
      receivers?.map((receiver) => /* @__PURE__ */ a3(ReceiverCard, { receiver, change }, receiver.name)),
      /* @__PURE__ */ a3(NewReceiver, { change })
    ] });
  }
  function ReceiverCard({ receiver, change }) {
    const [typed, setTyped] = d2(null);
    const set = async (programme) => {
      if (await change(put(`/receivers/${receiver.name}/programme`, { programme }))) setTyped(null);
    };
    const inForce = receiver.programmeDone ? "" : receiver.programme;
    const current = faults.find(({ programme }) => programme === inForce);
    return /* @__PURE__ */ a3("section", { class: "receiver", "aria-label": `Receiver ${receiver.name}`, children: [
      /* @__PURE__ */ a3("header", { children: [
        /* @__PURE__ */ a3(Mark, { tone: inForce === "" ? "good" : "wait" }),
        /* @__PURE__ */ a3("h3", { children: receiver.name }),
        /* @__PURE__ */ a3("span", { class: "muted", children: plural(receiver.received, "delivery", "deliveries") })
      ] }),
      /* @__PURE__ */ a3("p", { class: "hint", children: [
        current?.says ?? "Answers by a programme of your own.",
        " ",
        inForce !== receiver.programme && /* @__PURE__ */ a3($, { children: [
          "The programme ",
          /* @__PURE__ */ a3("span", { class: "mono wrap", children: receiver.programme }),
          " is done.",
          " "
        ] }),
        !receiver.hasSecret && "It has no secret, so signatures are not checked."
      ] }),
      /* @__PURE__ */ a3(FaultChips, { name: receiver.name, inForce, set }),
      /* @__PURE__ */ a3(
        "form",
        {
          class: "inline",
          onSubmit: (event) => {
            event.preventDefault();
            void set(typed ?? inForce);
          },
          children: [
            /* @__PURE__ */ a3("label", { children: [
              /* @__PURE__ */ a3("span", { class: "unseen", children: [
                "Programme of ",
                receiver.name
              ] }),
              /* @__PURE__ */ a3(
                "input",
                {
                  class: "mono",
                  value: typed ?? inForce,
                  placeholder: "500,500,timeout,200",
                  spellcheck: false,
                  onInput: (event) => setTyped(event.currentTarget.value)
                }
              )
            ] }),
            /* @__PURE__ */ a3(Button, { type: "submit", isOff: (typed ?? inForce) === inForce, children: "Set" })
          ]
        }
      )
    ] });
  }
  function FaultChips({ name: name5, inForce, set }) {
    return /* @__PURE__ */ a3("fieldset", { class: "chips", "aria-label": `How ${name5} answers`, children: faults.map((fault) => /* @__PURE__ */ a3(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": fault.programme === inForce,
        title: fault.says,
        onClick: () => void set(fault.programme),
        children: fault.name
      },
      fault.name
    )) });
  }
  function NewReceiver({ change }) {
    const [name5, setName] = d2("");
    const [secret, setSecret] = d2("");
    const make = async () => {
      if (!await change(post("/receivers", { name: name5, secret: secret || null }))) return;
      setName("");
      setSecret("");
    };
    return /* @__PURE__ */ a3("details", { class: "more", children: [
      /* @__PURE__ */ a3("summary", { children: "New receiver" }),
      /* @__PURE__ */ a3(Form, { name: "New receiver", onSend: () => void make(), children: [
        /* @__PURE__ */ a3(TextField, { label: "Name", value: name5, required: true, pattern: "[A-Za-z0-9_.\\-]{1,64}", placeholder: "crm", onText: setName }),
        /* @__PURE__ */ a3(TextField, { label: "Signing secret", value: secret, type: "password", placeholder: "of the endpoint", onText: setSecret }),
        /* @__PURE__ */ a3("button", { type: "submit", children: "Make it" })
      ] })
    ] });
  }

  // simulator/console/page/runs/earlier-runs.tsx
  function EarlierRuns({ kept, isBusy, onPlay }) {
    return /* @__PURE__ */ a3("section", { class: "card", "aria-label": "Earlier runs", children: [
      /* @__PURE__ */ a3("h3", { children: "Earlier runs" }),
      kept.list.length === 0 && /* @__PURE__ */ a3("p", { class: "hint", children: "Each reset keeps the run before it here, in this browser." }),
      /* @__PURE__ */ a3("ul", { class: "plain", children: kept.list.map((each) => /* @__PURE__ */ a3(
        EarlierRun,
        {
          kept: each,
          isBusy,
          onPlay: () => onPlay(async () => each.run),
          onForget: () => kept.forget(each.at)
        },
        each.at
      )) }),
      /* @__PURE__ */ a3("label", { class: "file", children: [
        /* @__PURE__ */ a3("span", { class: "label", children: "Play a file" }),
        /* @__PURE__ */ a3(
          "input",
          {
            type: "file",
            accept: ".json,application/json",
            disabled: isBusy,
            onChange: (event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = "";
              if (file) onPlay(async () => readRun(await file.text()));
            }
          }
        )
      ] })
    ] });
  }
  function EarlierRun({ kept: { at, run }, isBusy, onPlay, onForget }) {
    return /* @__PURE__ */ a3("li", { class: "kept-run", children: [
      /* @__PURE__ */ a3("span", { children: [
        /* @__PURE__ */ a3("strong", { children: new Date(at).toLocaleString("en-GB", toTheSecond) }),
        /* @__PURE__ */ a3("span", { class: "muted", children: [
          plural(run.requests.length, "request"),
          ", seed ",
          run.seed
        ] })
      ] }),
      /* @__PURE__ */ a3(Button, { class: "chip", isOff: isBusy, "aria-label": `Play the run of ${timeOfDay(at)}`, onClick: onPlay, children: "Play" }),
      /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-label": `Forget the run of ${timeOfDay(at)}`, onClick: onForget, children: "✕" })
    ] });
  }
  var toTheSecond = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" };
  function readRun(text) {
    try {
      return JSON.parse(text);
    } catch {
      throw new Error("That file is not JSON. Play one that was taken along from here.");
    }
  }

  // simulator/console/page/runs/take-along.tsx
  function TakeAlong() {
    return /* @__PURE__ */ a3("section", { class: "card", "aria-label": "Take along", children: [
      /* @__PURE__ */ a3("h3", { children: "Take along" }),
      /* @__PURE__ */ a3("div", { class: "chips", children: [
        /* @__PURE__ */ a3("a", { class: "chip", href: "/har", download: "ringpost.har", children: "HTTP as HAR" }),
        /* @__PURE__ */ a3("a", { class: "chip", href: "/timeline?format=ndjson", download: "timeline.ndjson", children: "Timeline as NDJSON" }),
        /* @__PURE__ */ a3("a", { class: "chip", href: "/run", download: "run.json", children: "Run as a file" })
      ] })
    ] });
  }

  // simulator/console/page/runs/this-run.tsx
  function ThisRun({ current, isBusy, onPlay, onKeep }) {
    return /* @__PURE__ */ a3("section", { class: "card", "aria-label": "This run", children: [
      /* @__PURE__ */ a3("header", { children: [
        /* @__PURE__ */ a3("h3", { children: "This run" }),
        current && /* @__PURE__ */ a3("span", { class: "muted", children: [
          "seed ",
          current.seed
        ] })
      ] }),
      /* @__PURE__ */ a3("p", { class: "hint", children: current ? runWord(current) : "Not known yet." }),
      /* @__PURE__ */ a3("div", { class: "chips", children: [
        /* @__PURE__ */ a3(Button, { class: "chip", isOff: isBusy || !current?.requests.length, onClick: onPlay, children: "Play it again" }),
        /* @__PURE__ */ a3(Button, { class: "chip", isOff: !current?.requests.length, onClick: onKeep, children: "Keep it" })
      ] })
    ] });
  }
  var runWord = ({ requests, faults: faults2 }) => `${plural(requests.length, "request")} to the providers${faults2.length > 0 ? `, ${plural(faults2.length, "fault")}` : ""}.`;

  // simulator/console/page/runs/runs.tsx
  function Runs({ version, kept, onPlayed }) {
    const { isBusy, run: work } = useWork();
    const { answer: current, problem, change } = useReading("/run", version);
    const play = async (find) => {
      const run = await find();
      await kept.keepCurrent();
      onPlayed((await post("/run", run)).requests);
    };
    const onPlay = (find) => void work(() => change(play(find)));
    return /* @__PURE__ */ a3("div", { class: "compose", children: [
      /* @__PURE__ */ a3(
        ThisRun,
        {
          current,
          isBusy,
          onPlay: () => onPlay(() => get("/run")),
          onKeep: () => void change(kept.keepCurrent())
        }
      ),
      /* @__PURE__ */ a3(TakeAlong, {}),
      /* @__PURE__ */ a3(EarlierRuns, { kept, isBusy, onPlay }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3("p", { class: "hint", children: "Playing forgets what is shown and asks the providers the same again, each request at its time, with the same seed: the same stories, to the word. “Run until idle” does not wait for them. The service is not asked to call; it hears of calls that it knows already." })
    ] });
  }

  // simulator/console/page/task.ts
  var tasks = ["call", "text", "expect", "runs"];
  var taskNames = { call: "Call", text: "Text", expect: "Expect", runs: "Runs" };

  // simulator/console/page/texts/new-text.ts
  function useNewText({ service, scenarios, onSent }) {
    const [direction, setDirection] = d2("out");
    const [body, setBody] = d2("Are you still thinking of selling 12 Elm Street?");
    const [ours, setOurs] = d2(null);
    const numbers = usePhoneNumbers(service);
    const { isBusy, problem, run } = useWork();
    const { next, ...chosen } = useContact(scenarios);
    const { contact } = chosen;
    const ourNumber = ours ?? numbers[0]?.phoneNumber ?? "+14155550100";
    const lacks = direction === "out" && !service?.canText;
    const isReady = !isBusy && !lacks && contact !== "";
    const send = async () => {
      if (direction === "in") return onSent(await sendIn(contact, ourNumber, body));
      onSent(await sendOut(contact, body));
      next();
    };
    return {
      ...chosen,
      ...{ direction, ourNumber, numbers, body, problem, isBusy, lacks, isReady, setDirection, setBody },
      send: () => void (isReady && run(send)),
      setOurNumber: setOurs
    };
  }
  function usePhoneNumbers(service) {
    const { answer } = useReading(
      service?.canText ? "/console/phone-numbers" : null,
      0
    );
    return answer?.phoneNumbers.filter(({ isActive }) => isActive) ?? [];
  }
  function useContact(scenarios) {
    const [errorCode, setErrorCode] = d2("07");
    const hasCodes = ({ numbers }) => numbers.first.slice(0, 8) !== numbers.last.slice(0, 8);
    const { number, setNumber, ...chosen } = useStoryNumber(
      scenarios,
      "delivered",
      (story) => hasCodes(story) ? withCode(story.numbers.first, errorCode) : story.numbers.first
    );
    const hasCode = chosen.scenario !== void 0 && hasCodes(chosen.scenario);
    return { ...chosen, ...{ hasCode, errorCode, setErrorCode }, contact: number, setContact: setNumber };
  }
  async function sendOut(to, body) {
    const { message } = await post("/console/texts", { to, body });
    return message.status === "refused" ? `The text was refused: ${message.reason ?? "no reason given"}` : `The text is ${message.status}.`;
  }
  async function sendIn(from, to, body) {
    const { answered, error } = await post("/texts/inbound", { from, to, body });
    if (answered === null || answered >= 300) throw new Error(`The service did not take it: ${error ?? `it answered ${answered}`}.`);
    return "The service took the contact’s text.";
  }
  var withCode = (first, code) => `${first.slice(0, 6)}${code.padStart(2, "0")}${first.slice(8)}`;

  // simulator/console/page/texts/text-form.tsx
  function TextForm({ service, scenarios, firstField, onSent }) {
    const text = useNewText({ service, scenarios, onSent });
    const { direction, body, problem, isBusy, lacks } = text;
    return /* @__PURE__ */ a3(Form, { name: "Send a text", onSend: text.send, children: [
      /* @__PURE__ */ a3(Segments, { legend: "Who sends it", name: "direction", options: directions, chosen: direction, onChoose: text.setDirection }),
      /* @__PURE__ */ a3(
        SelectField,
        {
          label: direction === "out" ? "Story" : "Contact of the story",
          ref: firstField,
          value: text.story,
          onChoose: text.setStory,
          children: scenarios.map(({ name: name5 }) => /* @__PURE__ */ a3("option", { value: name5, children: storyName(name5) }, name5))
        }
      ),
      direction === "out" && /* @__PURE__ */ a3("p", { class: "hint", children: text.scenario?.description ?? "Loading the stories…" }),
      direction === "out" && text.hasCode && /* @__PURE__ */ a3(ErrorCodeField, { text }),
      /* @__PURE__ */ a3(
        TextField,
        {
          label: direction === "out" ? "To" : "From",
          value: text.contact,
          inputMode: "tel",
          required: true,
          onText: (typed) => text.setContact(typed.trim())
        }
      ),
      direction === "in" && /* @__PURE__ */ a3(OurNumberField, { text }),
      /* @__PURE__ */ a3("label", { children: [
        /* @__PURE__ */ a3("span", { class: "label", children: "Text" }),
        /* @__PURE__ */ a3("textarea", { rows: 3, value: body, required: true, maxLength: 1600, onInput: (event) => text.setBody(event.currentTarget.value) }),
        /* @__PURE__ */ a3("span", { class: "count", children: plural([...body].length, "character") })
      ] }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem }),
      /* @__PURE__ */ a3(Button, { type: "submit", class: "primary", isOff: !text.isReady, children: isBusy ? "Sending…" : direction === "out" ? "Send the text" : "Let the contact send it" }),
      service !== void 0 && lacks && /* @__PURE__ */ a3(MissingService, { service, option: "--operator-url", what: "Sending texts" })
    ] });
  }
  var directions = [
    ["out", "To a contact"],
    ["in", "From a contact"]
  ];
  function ErrorCodeField({ text: { errorCode, setErrorCode } }) {
    return /* @__PURE__ */ a3("label", { children: [
      /* @__PURE__ */ a3("span", { class: "label", children: "Error code" }),
      /* @__PURE__ */ a3("span", { class: "joined mono", children: [
        "300",
        /* @__PURE__ */ a3(
          "input",
          {
            value: errorCode,
            maxLength: 2,
            pattern: "\\d\\d",
            inputMode: "numeric",
            "aria-label": "Last two digits of the code 300…",
            onInput: (event) => setErrorCode(event.currentTarget.value)
          }
        )
      ] })
    ] });
  }
  function OurNumberField({ text: { ourNumber, numbers, setOurNumber } }) {
    return /* @__PURE__ */ a3("label", { children: [
      /* @__PURE__ */ a3("span", { class: "label", children: "To, our number" }),
      /* @__PURE__ */ a3(
        "input",
        {
          class: "mono",
          value: ourNumber,
          list: "our-numbers",
          inputMode: "tel",
          required: true,
          onInput: (event) => setOurNumber(event.currentTarget.value.trim())
        }
      ),
      /* @__PURE__ */ a3("datalist", { id: "our-numbers", children: numbers.map(({ id, phoneNumber }) => /* @__PURE__ */ a3("option", { value: phoneNumber }, id)) })
    ] });
  }

  // simulator/console/page/forms-pane.tsx
  function FormsPane({ onTask, ...form }) {
    const { task, model } = form;
    return /* @__PURE__ */ a3("section", { class: "pane forms", "aria-label": "Do something", children: [
      /* @__PURE__ */ a3(Tabs, { label: "What to do", ids: tasks, names: taskNames, current: task, onChoose: onTask }),
      /* @__PURE__ */ a3("div", { class: "pane-body", children: [
        /* @__PURE__ */ a3(TaskForm, { ...form }),
        (task === "call" || task === "text") && /* @__PURE__ */ a3($, { children: [
          /* @__PURE__ */ a3(Receivers, { version: model.arrivals }),
          /* @__PURE__ */ a3(Faults, { version: model.faults })
        ] })
      ] })
    ] });
  }
  function TaskForm({ task, fields, model, service, scenarios, expectations, kept, onPlaced, onSent, onPlayed }) {
    return /* @__PURE__ */ a3("div", { role: "tabpanel", id: `panel-${task}`, "aria-labelledby": `tab-${task}`, children: [
      /* @__PURE__ */ a3("div", { hidden: task !== "call", children: service === null ? /* @__PURE__ */ a3(OwnWebhookForm, { scenarios: scenarios.calls, firstField: fields.call, onPlaced, onSent }) : /* @__PURE__ */ a3(CallForm, { service, scenarios: scenarios.calls, firstField: fields.call, onPlaced }) }),
      /* @__PURE__ */ a3("div", { hidden: task !== "text", children: /* @__PURE__ */ a3(TextForm, { service, scenarios: scenarios.texts, firstField: fields.text, onSent }) }),
      task === "expect" && /* @__PURE__ */ a3(Expectations, { kept: expectations, version: model.arrivals }),
      task === "runs" && /* @__PURE__ */ a3(Runs, { version: model.requests, kept, onPlayed })
    ] });
  }

  // simulator/console/page/frame/banner.tsx
  function Banner({ connection, timeProblem }) {
    if (connection === "lost")
      return /* @__PURE__ */ a3("p", { class: "banner", role: "alert", children: "The simulator is gone. What you see is what it said last; the console looks for it every second." });
    if (timeProblem === null) return null;
    return /* @__PURE__ */ a3("p", { class: "banner", role: "alert", children: [
      "The service is away: ",
      timeProblem,
      " Calls and replays need it; what has come stays here."
    ] });
  }

  // simulator/console/page/frame/said.tsx
  function Said({ saying, onGone }) {
    const { sentence } = saying;
    A2(() => {
      if (sentence === "") return void 0;
      const timer = setTimeout(onGone, saidMs);
      return () => clearTimeout(timer);
    }, [saying]);
    return /* @__PURE__ */ a3("div", { class: "said", role: "status", "data-shown": sentence !== "", children: sentence });
  }
  var saidMs = 5e3;

  // simulator/console/page/frame/shortcuts.ts
  var shortcuts = [
    ["c", "Place a call"],
    ["t", "Send a text"],
    ["e", "What is expected"],
    ["u", "Runs, and what to take along"],
    ["f", "Receivers and their faults"],
    ["/", "Filter the list"],
    ["1 … 4", "Calls, webhooks, texts, timeline"],
    ["j, k or ↓, ↑", "Next and previous row"],
    ["o or Enter", "Go to the details"],
    ["h", "Hang up the chosen call"],
    ["r", "Replay the chosen webhook"],
    ["a", "Time: freeze, advance, run until idle"],
    ["Ctrl+Enter", "Send the form"],
    ["Esc", "Back to the list"],
    ["?", "This list"]
  ];
  var repeated = ["j", "k"];
  var name2 = "ringpost-console-shortcuts";
  var areShortcutsOn = () => read(name2) !== "off";
  var keepShortcuts = (isOn) => keep(name2, isOn ? "on" : "off");
  function useShortcuts(isOn, actions) {
    const latest = T2(actions);
    latest.current = actions;
    F2(() => {
      if (!isOn) return void 0;
      const listen = (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
        if (event.key !== "Escape" && isWriting(event.target)) return;
        if (event.repeat && !repeated.includes(event.key)) return;
        const action = latest.current[event.key];
        if (!action) return;
        event.preventDefault();
        action();
      };
      document.addEventListener("keydown", listen);
      return () => document.removeEventListener("keydown", listen);
    }, [isOn]);
  }
  var isWriting = (target) => target instanceof HTMLElement && (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) && !isSwitch(target);
  var isSwitch = (target) => target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type);

  // simulator/console/page/frame/shortcuts-dialog.tsx
  function ShortcutsDialog({ isOn, onSwitch, onClose }) {
    return /* @__PURE__ */ a3(Dialog, { title: "Keyboard", onClose, children: [
      /* @__PURE__ */ a3("dl", { class: "shortcuts", children: shortcuts.map(([key, what]) => /* @__PURE__ */ a3("div", { children: [
        /* @__PURE__ */ a3("dt", { children: /* @__PURE__ */ a3("kbd", { children: key }) }),
        /* @__PURE__ */ a3("dd", { children: what })
      ] }, key)) }),
      /* @__PURE__ */ a3("label", { class: "switch", children: [
        /* @__PURE__ */ a3(
          "input",
          {
            type: "checkbox",
            checked: isOn,
            onChange: (event) => {
              keepShortcuts(event.currentTarget.checked);
              onSwitch(event.currentTarget.checked);
            }
          }
        ),
        /* @__PURE__ */ a3("span", { children: "Single keys do something" })
      ] })
    ] });
  }

  // simulator/console/page/frame/sights.tsx
  function Sights({ sight, onChoose }) {
    return /* @__PURE__ */ a3("nav", { class: "sights", "aria-label": "Parts of the page", children: sights.map((each) => /* @__PURE__ */ a3("button", { type: "button", "aria-pressed": sight === each, onClick: () => onChoose(each), children: names[each] }, each)) });
  }
  var sights = ["forms", "list", "detail"];
  var names = { forms: "Do", list: "See", detail: "Details" };

  // simulator/console/page/time/clocks.tsx
  function Clocks({ time, onOpen, say }) {
    useSeconds(time.view !== null);
    const isFrozen = time.view?.pace === "frozen";
    const attempt = (work) => void work.then(say, (error) => say(sentenceOf(error)));
    return /* @__PURE__ */ a3("fieldset", { class: "clocks", "aria-label": "Time", children: [
      /* @__PURE__ */ a3(
        Button,
        {
          class: "quiet pace",
          "aria-label": isFrozen ? "Let time run" : "Freeze time",
          title: isFrozen ? "Let time run" : "Freeze time: calls, texts and late answers stand still",
          isOff: !time.view || time.isMoving,
          onClick: () => attempt(isFrozen ? time.resume().then(() => "Time runs.") : time.freeze().then(() => "Time is frozen.")),
          children: /* @__PURE__ */ a3("span", { "aria-hidden": "true", children: isFrozen ? "▶" : "❚❚" })
        }
      ),
      /* @__PURE__ */ a3("button", { type: "button", class: "quiet both", title: "Time (a)", onClick: onOpen, children: [
        /* @__PURE__ */ a3(Clock, { name: "Stories", reads: time.view ? elapsed(time.elapsedSeconds()) : "–", note: paceWord(time.view) }),
        /* @__PURE__ */ a3(
          Clock,
          {
            name: "Service",
            reads: time.view?.service ? timeOfDay(new Date(time.serviceNow()).toISOString()) : "–",
            note: aheadWord(time.view?.service?.offsetSeconds)
          }
        )
      ] }),
      /* @__PURE__ */ a3(
        Button,
        {
          class: "quiet idle",
          title: "Go from one due step to the next until nothing waits: every retry, in seconds",
          isOff: !time.view || time.isMoving,
          onClick: () => attempt(time.runUntilIdle().then(passedSentence)),
          children: time.isMoving ? "Moving…" : "Run until idle"
        }
      )
    ] });
  }
  function Clock({ name: name5, reads, note }) {
    return /* @__PURE__ */ a3("span", { class: "clock", children: [
      /* @__PURE__ */ a3("span", { class: "clock-name", children: name5 }),
      " ",
      /* @__PURE__ */ a3("span", { class: "reading", children: reads }),
      " ",
      /* @__PURE__ */ a3("span", { class: "clock-note", children: note })
    ] });
  }

  // simulator/console/page/frame/reset-button.tsx
  function ResetButton({ onReset }) {
    const [isAsking, setIsAsking] = d2(false);
    return /* @__PURE__ */ a3(
      Button,
      {
        class: isAsking ? "danger" : "quiet",
        onBlur: () => setIsAsking(false),
        onClick: unlessDouble(() => {
          if (isAsking) onReset();
          setIsAsking(!isAsking);
        }),
        children: isAsking ? "Forget everything?" : "Reset"
      }
    );
  }

  // simulator/console/page/frame/theme.ts
  var name3 = "ringpost-console-theme";
  function readTheme() {
    const kept = read(name3);
    return kept === "light" || kept === "dark" ? kept : "system";
  }
  function applyTheme(theme = readTheme()) {
    document.documentElement.dataset["theme"] = theme;
    keep(name3, theme);
  }

  // simulator/console/page/frame/theme-switch.tsx
  function ThemeSwitch() {
    const [theme, setTheme] = d2(readTheme);
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
    return /* @__PURE__ */ a3(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Theme: ${theme}. Change to ${next}.`,
        title: `Theme: ${theme}`,
        onClick: () => {
          applyTheme(next);
          setTheme(next);
        },
        children: /* @__PURE__ */ a3("span", { "aria-hidden": "true", children: signs2[theme] })
      }
    );
  }
  var themes = ["system", "light", "dark"];
  var signs2 = { system: "◐", light: "☀", dark: "☾" };

  // simulator/console/page/frame/top-bar.tsx
  var connections = { connecting: "Connecting", live: "Live", lost: "Gone" };
  function TopBar({ connection, service, seed, time, say, onTime, onShortcuts, onReset }) {
    return /* @__PURE__ */ a3("header", { class: "top-bar", children: [
      /* @__PURE__ */ a3("h1", { children: [
        /* @__PURE__ */ a3("img", { src: "/console/icon.svg", alt: "", width: "22", height: "22" }),
        " Ringpost ",
        /* @__PURE__ */ a3("span", { children: "simulator" })
      ] }),
      /* @__PURE__ */ a3("p", { class: `connection ${connection}`, children: [
        /* @__PURE__ */ a3("i", { "aria-hidden": "true" }),
        " ",
        /* @__PURE__ */ a3("span", { children: connections[connection] })
      ] }),
      /* @__PURE__ */ a3("p", { class: "facts-line muted", children: [
        service === void 0 ? "" : service ? /* @__PURE__ */ a3("span", { class: "mono", children: service.url }) : "No service is linked",
        seed !== null && /* @__PURE__ */ a3("span", { class: "seed", children: [
          " · seed ",
          seed
        ] })
      ] }),
      /* @__PURE__ */ a3(Clocks, { time, onOpen: onTime, say }),
      /* @__PURE__ */ a3("div", { class: "top-actions", children: [
        /* @__PURE__ */ a3(ResetButton, { onReset }),
        /* @__PURE__ */ a3(ThemeSwitch, {}),
        /* @__PURE__ */ a3("button", { type: "button", class: "quiet", "aria-label": "Keyboard", title: "Keyboard (?)", onClick: onShortcuts, children: "?" })
      ] })
    ] });
  }

  // simulator/console/page/key-actions.ts
  var keyActions = ({ setTab, move }, { goTo, goToReceivers, filterField, open, close }, { hangUp, replayChosen }, show) => ({
    c: () => goTo("call"),
    t: () => goTo("text"),
    e: () => goTo("expect"),
    u: () => goTo("runs"),
    f: goToReceivers,
    "/": () => filterField.current?.focus(),
    "1": () => setTab("calls"),
    "2": () => setTab("deliveries"),
    "3": () => setTab("texts"),
    "4": () => setTab("timeline"),
    j: () => move(1),
    k: () => move(-1),
    o: open,
    h: () => void hangUp(),
    r: replayChosen,
    a: () => show("time"),
    "?": () => show("shortcuts"),
    Escape: close
  });

  // simulator/console/page/link/scenarios.ts
  function useScenarios(connection, resets) {
    const { answer: found } = useReading(connection === "lost" ? null : "/scenarios", resets);
    return { seed: found?.seed ?? null, calls: found?.scenarios ?? [], texts: found?.texts ?? [] };
  }

  // simulator/console/page/frame/windowed-list.tsx
  var overscan = 8;
  function WindowedList({ label, rows, keyOf: keyOf2, rowHeight, selected, onSelect, onOpen, children }) {
    const box = T2(null);
    const [view, setView] = useView(box);
    const selectedIndex = selected === null ? -1 : rows.findIndex((row) => keyOf2(row) === selected);
    keepPlace(box, rows, keyOf2, rowHeight);
    useScrollToSelection(box, selected, selectedIndex, rowHeight);
    const moves = keyMoves({
      count: rows.length,
      selectedIndex,
      page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
      select(index) {
        const row = rows[index];
        if (row) onSelect(keyOf2(row));
      },
      open() {
        if (selected !== null) onOpen(selected);
      }
    });
    const first = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
    const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + overscan);
    return /* @__PURE__ */ a3(
      "div",
      {
        ref: box,
        class: "windowed",
        role: "listbox",
        tabIndex: 0,
        "aria-label": label,
        "aria-activedescendant": selectedIndex >= first && selectedIndex < last ? idOf(label, selectedIndex) : void 0,
        onScroll: (event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight }),
        onKeyDown: (event) => {
          const move = event.ctrlKey || event.metaKey || event.altKey ? void 0 : moves[event.key];
          if (!move) return;
          event.preventDefault();
          move();
        },
        children: /* @__PURE__ */ a3("div", { class: "windowed-all", role: "presentation", style: { height: `${rows.length * rowHeight}px` }, children: rows.slice(first, last).map((row, offset) => {
          const key = keyOf2(row);
          const index = first + offset;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and answers the keys for its rows.
            // biome-ignore lint/a11y/useFocusableInteractive: as above; the row is the list's active descendant.
            /* @__PURE__ */ a3(
              "div",
              {
                id: idOf(label, index),
                role: "option",
                class: "row",
                "aria-selected": key === selected,
                "aria-setsize": rows.length,
                "aria-posinset": index + 1,
                style: { height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` },
                onClick: () => onSelect(key),
                children: children(row)
              },
              key
            )
          );
        }) })
      }
    );
  }
  var idOf = (label, index) => `${label.toLowerCase().replaceAll(" ", "-")}-${index}`;
  function keepPlace(box, rows, keyOf2, rowHeight) {
    const firstKey = T2(null);
    F2(() => {
      const element = box.current;
      const before = firstKey.current;
      firstKey.current = rows[0] ? keyOf2(rows[0]) : null;
      if (!element || before === null || before === firstKey.current || element.scrollTop === 0) return;
      const moved = rows.findIndex((row) => keyOf2(row) === before);
      if (moved > 0) element.scrollTop += moved * rowHeight;
    });
  }
  function useView(box) {
    const [view, setView] = d2({ top: 0, height: 800 });
    F2(() => {
      const element = box.current;
      if (!element) return void 0;
      const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
      look();
      const observer = new ResizeObserver(look);
      observer.observe(element);
      return () => observer.disconnect();
    }, []);
    return [view, setView];
  }
  function useScrollToSelection(box, selected, selectedIndex, rowHeight) {
    A2(() => {
      const element = box.current;
      if (!element || selectedIndex < 0) return;
      const top = selectedIndex * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
    }, [selected]);
  }
  function keyMoves({ count, selectedIndex, page, select, open }) {
    const selectNear = (index) => select(Math.max(0, Math.min(count - 1, index)));
    return {
      ArrowDown: () => selectNear(selectedIndex + 1),
      ArrowUp: () => selectNear(selectedIndex < 0 ? 0 : selectedIndex - 1),
      PageDown: () => selectNear(Math.max(0, selectedIndex) + page),
      PageUp: () => selectNear(selectedIndex - page),
      Home: () => selectNear(0),
      End: () => selectNear(count - 1),
      Enter: open
    };
  }

  // simulator/console/page/list/filter.ts
  var present = (...values) => [
    ...new Set(values.filter((value) => value !== null))
  ];
  function filterOf(typed, names2) {
    const facets = [];
    const words2 = [];
    for (const token of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
      const [, name5 = "", values = ""] = /^([a-z]+):(.*)$/.exec(token) ?? [];
      if (!names2.includes(name5)) words2.push(token);
      else if (values !== "") facets.push({ name: name5, values: values.split(",").filter(Boolean) });
    }
    return { facets, words: words2 };
  }
  function passing(rows, { facets, words: words2 }) {
    const byFacets = rows.filter(
      ({ facets: has }) => facets.every(({ name: name5, values }) => has[name5]?.some((value) => values.includes(value.toLowerCase())))
    );
    if (words2.length === 0) return byFacets;
    return byFacets.filter(({ text }) => {
      const all = text().toLowerCase();
      return words2.every((word) => all.includes(word));
    });
  }
  function toggled(typed, token) {
    const tokens = typed.split(/\s+/).filter(Boolean);
    const others = tokens.filter((each) => each.toLowerCase() !== token);
    return (others.length < tokens.length ? others : [...tokens, token]).join(" ");
  }
  function goOns(typed, rows, names2) {
    const [, before = "", last = ""] = /^(.*\s)?(\S*)$/s.exec(typed) ?? [];
    const [name5 = "", value] = last.toLowerCase().split(":");
    if (value === void 0) return names2.filter((each) => each.startsWith(name5)).map((each) => `${before}${each}:`);
    if (!names2.includes(name5)) return [];
    const known = new Set(rows.flatMap(({ facets }) => facets[name5] ?? []));
    return [...known].filter((each) => each.toLowerCase().startsWith(value)).sort().slice(0, mostGoOns).map((each) => `${before}${name5}:${each}`);
  }
  var mostGoOns = 20;

  // simulator/console/page/calls/call-facets.ts
  function callFacets(call) {
    const { tone, word } = callStanding(call);
    return {
      status: [word.replace(/ \(.*/, "").replaceAll(" ", "-"), ...tone === "live" ? ["live"] : []],
      story: present(call.scenario),
      outcome: present(...call.deliveries.map(({ outcome }) => outcome)),
      event: present(...call.deliveries.map(({ event }) => event)),
      reason: present(call.endedReason)
    };
  }

  // simulator/console/page/deliveries/webhook-signs.tsx
  function Webhooks({ deliveries }) {
    const shown = deliveries.slice(0, deliveries.length > 3 ? 2 : 3);
    return /* @__PURE__ */ a3("div", { class: "webhooks", children: [
      shown.map((delivery) => /* @__PURE__ */ a3(
        "span",
        {
          class: "webhook",
          title: `${delivery.event ?? "webhook"} to ${delivery.receiver}: ${deliveryStanding(delivery).word}`,
          children: [
            /* @__PURE__ */ a3("span", { class: "muted", children: shortEvent(delivery.event) }),
            " ",
            /* @__PURE__ */ a3(Signs, { delivery })
          ]
        },
        delivery.key
      )),
      deliveries.length > shown.length && /* @__PURE__ */ a3("span", { class: "muted", children: [
        "+",
        deliveries.length - shown.length
      ] })
    ] });
  }
  function Signs({ delivery }) {
    return /* @__PURE__ */ a3("span", { class: "signs", children: [
      /* @__PURE__ */ a3("span", { class: "unseen", children: deliveryStanding(delivery).word }),
      delivery.attempts.slice(-shownSigns).map((attempt) => /* @__PURE__ */ a3(Mark, { tone: deliveryStanding({ ...delivery, attempts: [attempt] }).tone }, attempt.seq))
    ] });
  }
  var shownSigns = 6;
  var shortEvent = (event) => event === null ? "unknown" : event.replace("call.", "").replace("lead.", "").replace("sms.", "");

  // simulator/console/page/calls/lane.tsx
  function Lane({ call }) {
    const reached = /* @__PURE__ */ new Set(["dialled", ...call.steps.map(({ state }) => state)]);
    const at = call.steps.at(-1);
    const live = isLive(call);
    const current = stages.findLastIndex(({ state }) => reached.has(state));
    return /* @__PURE__ */ a3("div", { class: "lane", children: [
      /* @__PURE__ */ a3("div", { class: "track", "aria-hidden": "true", children: stages.map(({ state }, index) => /* @__PURE__ */ a3("i", { class: `${reached.has(state) ? "reached" : ""} ${live && index === current ? "now" : ""}` }, state)) }),
      /* @__PURE__ */ a3("span", { class: "lane-word muted", children: laneWord(call, at) })
    ] });
  }
  var stages = [
    { state: "dialled", name: "dialling" },
    { state: "ringing", name: "ringing" },
    { state: "in-progress", name: "talking" },
    { state: "ended", name: "ended" },
    { state: "reported", name: "reported" }
  ];
  function laneWord(call, at) {
    if (call.providerCallId === null) return "nobody was dialled";
    const talked = talkSeconds(call.steps);
    if (at === void 0) return "dialling";
    if (at.state === "ringing") return "ringing";
    if (at.state === "in-progress") return "talking";
    if (at.state === "ending") return "hanging up";
    if (talked !== null) return `talked ${span(talked)}`;
    return at.storySeconds === null ? "over" : `over after ${span(at.storySeconds)}`;
  }
  function talkSeconds(steps2) {
    const from = steps2.find(({ state }) => state === "in-progress")?.storySeconds;
    const to = steps2.find(({ state }) => state === "ended")?.storySeconds;
    return from === void 0 || from === null || to === void 0 || to === null ? null : to - from;
  }

  // simulator/console/page/calls/call-line.tsx
  function CallLine({ call }) {
    const { tone, word } = callStanding(call);
    return /* @__PURE__ */ a3("div", { class: "line call-line", children: [
      /* @__PURE__ */ a3(Mark, { tone }),
      /* @__PURE__ */ a3("div", { class: "what", children: [
        /* @__PURE__ */ a3("strong", { children: storyName(call.scenario) }),
        /* @__PURE__ */ a3("span", { class: "mono muted", children: call.number })
      ] }),
      /* @__PURE__ */ a3(Lane, { call }),
      /* @__PURE__ */ a3(Webhooks, { deliveries: call.deliveries }),
      /* @__PURE__ */ a3("div", { class: "when", children: [
        /* @__PURE__ */ a3("span", { children: timeOfDay(call.at) }),
        /* @__PURE__ */ a3("span", { class: tone === "live" ? "live-word" : "muted", children: word })
      ] })
    ] });
  }

  // simulator/console/page/deliveries/delivery-facets.ts
  function deliveryFacets({ receiver, event, outcome, attempts }, story) {
    return {
      status: statusesOf(attempts.at(-1)),
      event: present(event),
      outcome: present(outcome),
      receiver: [receiver],
      attempts: [String(attempts.length)],
      story: present(story)
    };
  }
  function statusesOf(last) {
    if (!last || last.answered === null) return ["arriving"];
    const answer = String(last.answered).replaceAll(" ", "-");
    if (last.result === "invalid") return ["does-not-verify", answer];
    return [isAccepted(last.answered) ? "accepted" : "failed", answer];
  }

  // simulator/console/page/deliveries/delivery-line.tsx
  function DeliveryLine({ delivery, about }) {
    const { tone, word } = deliveryStanding(delivery);
    const last = delivery.attempts.at(-1);
    return /* @__PURE__ */ a3("div", { class: "line delivery-line", children: [
      /* @__PURE__ */ a3(Mark, { tone }),
      /* @__PURE__ */ a3("div", { class: "what", children: [
        /* @__PURE__ */ a3("strong", { children: delivery.event ?? "Not one of our events" }),
        /* @__PURE__ */ a3("span", { class: "muted", children: [
          "to ",
          delivery.receiver,
          delivery.outcome && `, ${delivery.outcome}`
        ] })
      ] }),
      /* @__PURE__ */ a3("div", { class: "why", children: [
        /* @__PURE__ */ a3("span", { class: "signs-line", children: [
          /* @__PURE__ */ a3(Signs, { delivery }),
          last && /* @__PURE__ */ a3("span", { class: "muted", children: [
            delivery.attempts.length > 1 ? `attempt ${last.attempt}` : "first attempt",
            last.answered !== null && !isAccepted(last.answered) && `, ${answerWord(last.answered)}`
          ] })
        ] }),
        /* @__PURE__ */ a3("span", { class: last?.result === "invalid" ? "bad-word" : "muted", children: last?.result === "valid" ? aboutWord(about) : last?.explanation })
      ] }),
      /* @__PURE__ */ a3("div", { class: "when", children: [
        /* @__PURE__ */ a3("span", { children: timeOfDay(last?.at ?? delivery.at) }),
        /* @__PURE__ */ a3("span", { class: "muted", children: word })
      ] })
    ] });
  }
  function aboutWord(about) {
    if (!about) return "";
    const number = "number" in about ? about.number : about.direction === "inbound" ? about.from : about.to;
    return `${number}, ${about.scenario === null ? "a contact" : storyName(about.scenario).toLowerCase()}`;
  }

  // simulator/console/page/texts/text-facets.ts
  var textFacets = (text) => ({
    status: [textStanding(text).word.replace(/ \(.*/, "")],
    story: present(text.scenario),
    direction: [text.direction],
    event: present(...text.deliveries.map(({ event }) => event)),
    code: present(text.errorCode)
  });

  // simulator/console/page/texts/text-line.tsx
  function TextLine({ text }) {
    const { tone, word } = textStanding(text);
    return /* @__PURE__ */ a3("div", { class: "line text-line", children: [
      /* @__PURE__ */ a3(Mark, { tone }),
      /* @__PURE__ */ a3("div", { class: "what", children: [
        /* @__PURE__ */ a3("strong", { children: text.direction === "inbound" ? "From a contact" : storyName(text.scenario) }),
        /* @__PURE__ */ a3("span", { class: "mono muted", children: text.direction === "inbound" ? text.from : text.to })
      ] }),
      /* @__PURE__ */ a3(Webhooks, { deliveries: text.deliveries }),
      /* @__PURE__ */ a3("div", { class: "when", children: [
        /* @__PURE__ */ a3("span", { children: timeOfDay(text.at) }),
        /* @__PURE__ */ a3("span", { class: "muted", children: word })
      ] })
    ] });
  }

  // simulator/console/page/timeline/entry-line.tsx
  function EntryLine({ entry }) {
    return /* @__PURE__ */ a3("div", { class: "line entry-line", children: [
      /* @__PURE__ */ a3("span", { class: "mono muted", children: entry.seq }),
      /* @__PURE__ */ a3("span", { class: "mono muted", children: exactTime(entry.at) }),
      /* @__PURE__ */ a3("span", { class: "mono kind", children: entry.kind }),
      /* @__PURE__ */ a3("span", { class: "entry-says", children: saysOf(entry) })
    ] });
  }

  // simulator/console/page/list/rows-of.tsx
  var facetNames = {
    calls: ["status", "story", "outcome", "event", "reason"],
    deliveries: ["status", "event", "outcome", "receiver", "attempts", "story"],
    texts: ["status", "story", "direction", "event", "code"],
    timeline: ["kind", "receiver"]
  };
  function rowsOf(model, tab) {
    switch (tab) {
      case "calls":
        return newest(model.calls).map((call) => ({
          key: call.key,
          at: call.at,
          tone: callStanding(call).tone,
          facets: callFacets(call),
          text: () => textOf(call.number, call.callId, call.scenario, call.endedReason, call.providerCallId),
          line: () => /* @__PURE__ */ a3(CallLine, { call })
        }));
      case "deliveries":
        return newest(model.deliveries).sort(byLastAttempt).map((delivery) => deliveryRow(delivery, model));
      case "texts":
        return newest(model.texts).map((text) => ({
          key: text.key,
          at: text.at,
          tone: textStanding(text).tone,
          facets: textFacets(text),
          text: () => textOf(text.from, text.to, text.scenario, text.messageId),
          line: () => /* @__PURE__ */ a3(TextLine, { text })
        }));
      case "timeline":
        return model.entries.map((entry) => ({
          key: String(entry.seq),
          at: entry.at,
          tone: "quiet",
          facets: { kind: [entry.kind], receiver: entry.receiver === void 0 ? [] : [entry.receiver] },
          text: () => textOf(entry.kind, saysOf(entry), entry.callId, entry.messageId, entry.deliveryId, entry.receiver),
          line: () => /* @__PURE__ */ a3(EntryLine, { entry })
        })).reverse();
    }
  }
  function deliveryRow(delivery, model) {
    const about = model.callOf.get(delivery.callId ?? "") ?? model.textOf.get(delivery.messageId ?? "");
    const number = about && "number" in about ? about.number : about?.to;
    return {
      key: delivery.key,
      at: delivery.at,
      tone: deliveryStanding(delivery).tone,
      facets: deliveryFacets(delivery, about?.scenario ?? null),
      text: () => textOf(delivery.receiver, delivery.event, delivery.deliveryId, delivery.callId, delivery.outcome, number),
      line: () => /* @__PURE__ */ a3(DeliveryLine, { delivery, about })
    };
  }
  var textOf = (...fields) => fields.join(" ");
  var newest = (rows) => [...rows.values()].reverse();
  var byLastAttempt = (a4, b2) => (b2.attempts.at(-1)?.seq ?? 0) - (a4.attempts.at(-1)?.seq ?? 0);
  function countsOf(model) {
    return { calls: model.calls.size, deliveries: model.deliveries.size, texts: model.texts.size, timeline: model.entries.length };
  }

  // simulator/console/page/list/filter-field.tsx
  function FilterField({ listing: { tab, filter, all, setFilter }, field }) {
    const [isTyping, setTyping] = d2(false);
    return /* @__PURE__ */ a3($, { children: [
      /* @__PURE__ */ a3(
        "input",
        {
          ref: field,
          type: "search",
          placeholder: placeholders[tab],
          "aria-label": "Filter the list",
          value: filter,
          list: "go-ons",
          autocomplete: "off",
          spellcheck: false,
          onFocus: () => setTyping(true),
          onBlur: () => setTyping(false),
          onInput: (event) => setFilter(event.currentTarget.value)
        }
      ),
      /* @__PURE__ */ a3("datalist", { id: "go-ons", children: isTyping && goOns(filter, all, facetNames[tab]).map((each) => /* @__PURE__ */ a3("option", { value: each }, each)) })
    ] });
  }
  var placeholders = {
    calls: "Number, id, or status:no-answer outcome:CALLBACK",
    deliveries: "Number, id, or status:failed event:call.completed",
    texts: "Number, id, or status:undelivered",
    timeline: "Word, id, or kind:delivery"
  };

  // simulator/console/page/list/nothing-here.tsx
  function NothingHere({ tab, canCall, isKnown, onAll }) {
    if (!isKnown) return /* @__PURE__ */ a3(Empty, { title: "Asking the simulator …" });
    if (onAll)
      return /* @__PURE__ */ a3($, { children: [
        /* @__PURE__ */ a3(Empty, { title: "Nothing fits the filter", children: [
          "This list knows ",
          facetNames[tab].map((name5) => `${name5}:`).join(" "),
          " and words that stand in its rows."
        ] }),
        /* @__PURE__ */ a3("p", { class: "centred", children: /* @__PURE__ */ a3("button", { type: "button", onClick: onAll, children: "Show all" }) })
      ] });
    switch (tab) {
      case "calls":
        return /* @__PURE__ */ a3(Empty, { title: "No call yet", children: canCall ? "Choose a story and place the call. Everything else happens by itself, and you see it here." : "A call that a service places at this simulator is shown here, from dialling to its webhooks." });
      case "deliveries":
        return /* @__PURE__ */ a3(Empty, { title: "No webhook yet", children: "A call that ends brings one, where its tenant has a trigger and an endpoint that points here." });
      case "texts":
        return /* @__PURE__ */ a3(Empty, { title: "No text yet", children: "Send one, or let a contact send one." });
      case "timeline":
        return /* @__PURE__ */ a3(Empty, { title: "Nothing has happened yet", children: "Every request, state, webhook and answer will stand here, in order." });
    }
  }

  // simulator/console/page/frame/bars.tsx
  var bars = 72;
  var [barWidth2, gap2, height2] = [4, 1, 40];
  var hourMs = 36e5;
  function binned(at, values, { by, leastMs: leastMs2 = hourMs }) {
    const times = at.map((time) => new Date(time).getTime());
    const newest2 = times.at(-1) ?? 0;
    const width = Math.max(leastMs2, newest2 - (times[0] ?? newest2)) / bars;
    const bins = Array.from({ length: bars }, () => 0);
    for (const [index, time] of times.entries()) {
      const bar = bars - 1 - Math.min(bars - 1, Math.floor((newest2 - time) / width));
      const [before = 0, value = 0] = [bins[bar], values[index]];
      bins[bar] = by === "sum" ? before + value : Math.max(before, value);
    }
    return bins;
  }
  function Bars({ parts, count = bars, titleOf: titleOf2 }) {
    const highest = highestOf(parts);
    return /* @__PURE__ */ a3("svg", { class: "bars", viewBox: `0 0 ${count * (barWidth2 + gap2)} ${height2}`, preserveAspectRatio: "none", "aria-hidden": "true", children: Array.from({ length: count }, (_3, bar) => {
      const title = titleOf2?.(bar);
      return /* @__PURE__ */ a3("g", { children: [
        title !== void 0 && /* @__PURE__ */ a3("title", { children: title }),
        /* @__PURE__ */ a3(Bar, { parts, bar, scale: height2 / Math.max(1, highest) })
      ] }, bar);
    }) });
  }
  var highestOf = (parts) => Math.max(0, ...(parts[0]?.values ?? []).map((_3, bar) => parts.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0)));
  function Bar({ parts, bar, scale }) {
    let bottom = height2;
    return /* @__PURE__ */ a3($, { children: parts.map(({ kind, values }) => {
      const size = (values[bar] ?? 0) * scale;
      bottom -= size;
      return /* @__PURE__ */ a3("rect", { class: kind, x: bar * (barWidth2 + gap2), y: bottom, width: barWidth2, height: size }, kind);
    }) });
  }

  // simulator/console/page/list/over-time.tsx
  function OverTime({ rows }) {
    if (rows.length < fewestRows) return null;
    const inOrder = [...rows].sort((one, other) => one.at.localeCompare(other.at));
    const at = inOrder.map((row) => row.at);
    const [first = "", last = ""] = [at[0], at.at(-1)];
    const counted = (holds) => binned(
      at,
      inOrder.map(({ tone }) => holds(tone) ? 1 : 0),
      { by: "sum", leastMs }
    );
    const parts = [
      { kind: "success", values: counted((tone) => tone === "good") },
      { kind: "level", values: counted((tone) => tone === "live" || tone === "quiet") },
      { kind: "open", values: counted((tone) => tone === "wait") },
      { kind: "failed", values: counted((tone) => tone === "bad") }
    ];
    return /* @__PURE__ */ a3("figure", { class: "over-time", children: [
      /* @__PURE__ */ a3(Bars, { parts }),
      /* @__PURE__ */ a3("figcaption", { class: "muted", children: [
        plural(rows.length, "row"),
        " in ",
        span((Date.parse(last) - Date.parse(first)) / 1e3),
        "; at most ",
        highestOf(parts),
        " in a bar"
      ] })
    ] });
  }
  var fewestRows = 2;
  var leastMs = 6e4;

  // simulator/console/page/list/status-chips.tsx
  function StatusChips({ listing: { all, filter, setFilter } }) {
    const counts = /* @__PURE__ */ new Map();
    for (const { facets } of all) {
      const [status] = facets["status"] ?? [];
      if (status !== void 0) counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    const shown = [...counts].sort(([, one], [, other]) => other - one).slice(0, mostChips);
    const typed = filter.toLowerCase().split(/\s+/);
    return /* @__PURE__ */ a3("fieldset", { class: "chips", "aria-label": "Filter by status", children: shown.map(([status, count]) => /* @__PURE__ */ a3(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": typed.includes(`status:${status}`),
        onClick: () => setFilter(toggled(filter, `status:${status}`)),
        children: [
          status.replaceAll("-", " "),
          " ",
          /* @__PURE__ */ a3("span", { class: "count", children: count.toLocaleString("en") })
        ]
      },
      status
    )) });
  }
  var mostChips = 4;

  // simulator/console/page/list/tab.ts
  var tabs = ["calls", "deliveries", "texts", "timeline"];
  var tabNames = { calls: "Calls", deliveries: "Webhooks", texts: "Texts", timeline: "Timeline" };

  // simulator/console/page/list/list-pane.tsx
  function ListPane({ model, listing, canCall, isLive: isLive2, filterField, onSelect, onOpen }) {
    const { tab, rows, filter, selected, setTab, setFilter } = listing;
    return /* @__PURE__ */ a3("section", { class: "pane list", "aria-label": "What happened", children: [
      /* @__PURE__ */ a3(Tabs, { label: "What to see", ids: tabs, names: tabNames, current: tab, onChoose: setTab, counts: countsOf(model) }),
      /* @__PURE__ */ a3("div", { class: "list-tools", children: [
        /* @__PURE__ */ a3(FilterField, { listing, field: filterField }),
        tab !== "timeline" && /* @__PURE__ */ a3(StatusChips, { listing })
      ] }),
      /* @__PURE__ */ a3(Newest, { model, tab }),
      tab === "deliveries" && model.sentElsewhere > 0 && /* @__PURE__ */ a3(SentElsewhere, { count: model.sentElsewhere }),
      /* @__PURE__ */ a3(OverTime, { rows }),
      /* @__PURE__ */ a3("div", { class: "list-body", role: "tabpanel", id: `panel-${tab}`, "aria-labelledby": `tab-${tab}`, children: rows.length === 0 ? /* @__PURE__ */ a3(NothingHere, { tab, canCall, isKnown: isLive2, onAll: filter === "" ? null : () => setFilter("") }) : /* @__PURE__ */ a3(
        WindowedList,
        {
          label: tabNames[tab],
          rows,
          keyOf: ({ key }) => key,
          rowHeight: tab === "timeline" ? 34 : 60,
          selected,
          onSelect,
          onOpen,
          children: ({ line }) => line()
        },
        tab
      ) })
    ] });
  }
  function Newest({ model, tab }) {
    const [listed, dropped] = [countsOf(model)[tab], model.dropped[tab]];
    if (dropped === 0 && !model.isCut) return null;
    return /* @__PURE__ */ a3("p", { class: "list-note", children: [
      dropped > 0 && `These are the newest ${listed.toLocaleString("en")} of ${plural(listed + dropped, "row")}. `,
      model.isCut && "The simulator has forgotten its oldest entries, and what began with them is not listed."
    ] });
  }
  var SentElsewhere = ({ count }) => /* @__PURE__ */ a3("p", { class: "list-note", children: [
    "The simulator has also sent ",
    plural(count, "attempt"),
    " to other programs.",
    " ",
    /* @__PURE__ */ a3("a", { href: hashOf(["timeline"], { q: "kind:webhook.sent" }), children: "The timeline has their answers." })
  ] });

  // simulator/console/page/list/chosen.ts
  function chosenOf(model, tab, key) {
    if (key === null) return null;
    switch (tab) {
      case "calls": {
        const call = model.calls.get(key) ?? model.callOf.get(key);
        return call ? { kind: "call", key: call.key, call } : null;
      }
      case "deliveries": {
        const delivery = model.deliveries.get(key) ?? [...model.deliveries.values()].find(({ deliveryId }) => deliveryId === key);
        return delivery ? { kind: "delivery", key: delivery.key, delivery } : null;
      }
      case "texts": {
        const text = model.texts.get(key) ?? model.textOf.get(key);
        return text ? { kind: "text", key: text.key, text } : null;
      }
      case "timeline": {
        const entry = model.entries.find(({ seq }) => String(seq) === key);
        return entry ? { kind: "entry", key, entry } : null;
      }
    }
  }

  // simulator/console/page/list/listing.ts
  function useListing(model, { path, query }) {
    const tab = tabOf(path);
    const filter = query["q"] ?? "";
    const chosenLast = T2({});
    const all = w2(() => rowsOf(model, tab), [model.version, tab]);
    const rows = w2(() => passing(all, filterOf(filter, facetNames[tab])), [all, tab, filter]);
    const asked = keyOf(path);
    const chosen = chosenOf(model, tab, asked);
    const selected = chosen?.key ?? asked;
    const choose = (where, key, more = {}) => {
      const before = here();
      const { attempt, compare, see, ...kept } = before.query;
      chosenLast.current[where] = key;
      const isNextRow = tabOf(before.path) === where && keyOf(before.path) === null === (key === null) && see === more["see"];
      go(pathTo(where, key), { ...kept, ...more }, isNextRow ? "replace" : "push");
    };
    return {
      ...{ tab, filter, all, rows, selected, chosen, choose },
      setTab: (where) => choose(where, chosenLast.current[where] ?? null, { see: "list" }),
      setFilter: (typed) => go(here().path, { ...here().query, q: typed }, "replace"),
      chooseNothing() {
        chosenLast.current = {};
        choose(tab, null);
      },
      move(by) {
        const index = rows.findIndex(({ key }) => key === selected);
        const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))];
        const see = here().query["see"] ?? (selected === null ? "list" : void 0);
        if (next) choose(tab, next.key, see === void 0 ? {} : { see });
      }
    };
  }
  var tabOf = ([first]) => tabs.find((tab) => tab === first) ?? "calls";
  var pathTo = (tab, key) => [tab, ...key?.split(" ") ?? []];
  var keyOf = ([, ...parts]) => parts.length > 0 ? parts.join(" ") : null;

  // simulator/console/page/frame/focus-when-drawn.ts
  function useFocusWhenDrawn() {
    const [, draw] = _2((count) => count + 1, 0);
    const wanted = T2(null);
    F2(() => {
      const find = wanted.current;
      wanted.current = null;
      find?.()?.focus();
    });
    return b((find) => {
      wanted.current = find;
      draw(void 0);
    }, []);
  }

  // simulator/console/page/navigation.ts
  function useNavigation(listing, { query }) {
    const task = tasks.find((each) => each === query["do"]) ?? "call";
    const sight = sights.find((each) => each === query["see"]) ?? (listing.selected === null ? "list" : "detail");
    const fields = { call: T2(null), text: T2(null) };
    const filterField = T2(null);
    const detail = T2(null);
    const focusWhenDrawn = useFocusWhenDrawn();
    const setTask = (where) => also({ do: where === "call" ? "" : where }, "replace");
    const setSight = (where) => also({ see: where }, where === "detail" ? "push" : "replace");
    const select = (where, key) => listing.choose(where, key);
    return {
      ...{ task, sight, fields, filterField, detail, setTask, setSight, select },
      goTo(where) {
        setTask(where);
        setSight("forms");
        focusWhenDrawn(
          () => (where === "call" || where === "text" ? fields[where].current : null) ?? document.getElementById(`tab-${where}`)
        );
      },
      goToReceivers() {
        if (task !== "text") setTask("call");
        setSight("forms");
        focusWhenDrawn(() => document.querySelector(".receivers button, .receivers summary"));
      },
      open() {
        setSight("detail");
        focusWhenDrawn(() => detail.current);
      },
      close() {
        setSight("list");
        if (sight === "list" && listing.chosen) select(listing.tab, null);
        focusWhenDrawn(() => document.querySelector(".windowed"));
      }
    };
  }
  function also(query, step) {
    const { path, query: before } = here();
    go(path, { ...before, ...query }, step);
  }

  // simulator/console/page/runs/kept-runs.ts
  function useKeptRuns() {
    const [list, setList] = d2(() => readList(name4));
    const change = (next) => {
      let kept = next.slice(0, maxKept2);
      while (!keep(name4, JSON.stringify(kept)) && kept.length > 1) kept = kept.slice(0, -1);
      setList(kept);
    };
    return {
      list,
      async keepCurrent() {
        const run = await get("/run");
        if (run.requests.length === 0) return false;
        change([{ at: (/* @__PURE__ */ new Date()).toISOString(), run }, ...readList(name4)]);
        return true;
      },
      forget: (at) => change(list.filter((each) => each.at !== at))
    };
  }
  var name4 = "ringpost-console-runs";
  var maxKept2 = 20;

  // simulator/console/page/time/time.ts
  var lookAgainMs2 = 5e3;
  var settleMs2 = 200;
  function useTime(version, connection) {
    const { shown, keepView, look, lastSpeed } = useTimeView(version, connection);
    const [isMoving, setIsMoving] = d2(false);
    const move = async (path, body) => {
      setIsMoving(true);
      try {
        const moved = await post(path, body);
        keepView(moved);
        return moved.passed;
      } finally {
        setIsMoving(false);
      }
    };
    const freeze = async () => void keepView(await post("/time/freeze"));
    const run = async (speed) => void keepView(await post("/time/run", { speed }));
    return {
      ...shown,
      isMoving,
      freeze,
      run,
      resume: () => run(lastSpeed.current),
      async advance(seconds) {
        const before = await look();
        if (before.pace === "frozen") return move("/time/advance", { seconds });
        await freeze();
        try {
          return await move("/time/advance", { seconds });
        } finally {
          await run(lastSpeed.current);
        }
      },
      runUntilIdle: () => move("/time/run-until-idle", {}),
      async advanceService(moment) {
        const { clock } = await get("/console/clock");
        const seconds = Math.max(1, Math.ceil((Date.parse(moment) - Date.parse(clock.now)) / 1e3));
        await post("/console/clock/advance", { seconds });
        await look();
        return seconds;
      }
    };
  }
  function useTimeView(version, connection) {
    const [view, setView] = d2(null);
    const [problem, setProblem] = d2(null);
    const readAt = T2(0);
    const lastSpeed = T2(1);
    const keepView = b(({ time }) => {
      readAt.current = performance.now();
      if (time.pace === "running") lastSpeed.current = time.speed ?? atOnce;
      setView(time);
      setProblem(null);
      return time;
    }, []);
    const look = b(async () => keepView(await get("/time")), []);
    A2(() => {
      if (connection !== "live") return void 0;
      const lookOrSay = () => void look().catch((error) => {
        setView(null);
        setProblem(sentenceOf(error));
      });
      const soon = setTimeout(lookOrSay, settleMs2);
      const again = setInterval(lookOrSay, lookAgainMs2);
      return () => {
        clearTimeout(soon);
        clearInterval(again);
      };
    }, [version, connection]);
    const sinceReadMs = () => performance.now() - readAt.current;
    const shown = {
      view,
      problem,
      elapsedSeconds: () => view ? view.elapsedSeconds + sinceReadMs() / 1e3 * (view.speed ?? 0) : 0,
      serviceNow: () => view?.service ? Date.parse(view.service.now) + sinceReadMs() : Date.now()
    };
    return { shown, keepView, look, lastSpeed };
  }
  var atOnce = 1e6;

  // simulator/console/page/time/time-dialog.tsx
  var steps = ["1m", "5m", "30m", "2h", "6h", "1d"];
  var speeds = [1, 20, 60];
  function TimeDialog({ time, say, onClose }) {
    const [problem, setProblem] = d2(null);
    useSeconds(true);
    const attempt = async (work) => {
      setProblem(null);
      await work.then(say, (error) => setProblem(sentenceOf(error)));
    };
    const isOff = !time.view || time.isMoving;
    return /* @__PURE__ */ a3(Dialog, { title: "Time", onClose, children: [
      /* @__PURE__ */ a3("div", { class: "clock-cards", children: [
        /* @__PURE__ */ a3(StoryClock, { time }),
        /* @__PURE__ */ a3(ServiceClock, { time })
      ] }),
      /* @__PURE__ */ a3(Pace, { ...{ time, isOff, attempt } }),
      /* @__PURE__ */ a3(Advance, { ...{ time, isOff, attempt }, onProblem: setProblem }),
      problem && /* @__PURE__ */ a3(Problem, { children: problem }),
      !problem && time.problem && /* @__PURE__ */ a3(Problem, { children: time.problem })
    ] });
  }
  function Pace({ time, isOff, attempt }) {
    const { view } = time;
    return /* @__PURE__ */ a3("fieldset", { class: "chips", "aria-label": "Pace", children: [
      /* @__PURE__ */ a3(
        Button,
        {
          class: "chip",
          "aria-pressed": view?.pace === "frozen",
          isOff,
          onClick: () => void attempt(time.freeze().then(() => "Time is frozen.")),
          children: "Freeze"
        }
      ),
      speeds.map((speed) => /* @__PURE__ */ a3(
        Button,
        {
          class: "chip",
          "aria-pressed": view?.pace === "running" && view.speed === speed,
          isOff,
          onClick: () => void attempt(time.run(speed).then(() => speed === 1 ? "Time runs." : `Time runs ${speed} times as fast.`)),
          children: [
            "Run ×",
            speed
          ]
        },
        speed
      ))
    ] });
  }
  function Advance({ time, isOff, attempt, onProblem }) {
    const advance = (text) => {
      const seconds = secondsIn(text);
      if (seconds === null) onProblem("That is no duration. Write 90s, 5m, 1h30m or 2d.");
      else void attempt(time.advance(seconds).then(passedSentence));
    };
    return /* @__PURE__ */ a3("div", { class: "advance", children: [
      /* @__PURE__ */ a3("h3", { children: time.view?.service ? "Advance both" : "Advance" }),
      /* @__PURE__ */ a3("fieldset", { class: "chips", "aria-label": "How far", children: steps.map((step) => /* @__PURE__ */ a3(Button, { class: "chip", isOff, onClick: () => advance(step), children: span(secondsIn(step) ?? 0) }, step)) }),
      /* @__PURE__ */ a3(DurationForm, { isOff, onAdvance: advance }),
      /* @__PURE__ */ a3(Button, { class: "primary", isOff, onClick: () => void attempt(time.runUntilIdle().then(passedSentence)), children: time.isMoving ? "Moving…" : "Run until idle" }),
      /* @__PURE__ */ a3("p", { class: "hint", children: "To the next thing that is due on either side, until what it sets off is done, then on. A delivery that keeps failing goes through all its retries in seconds. Signatures keep the real time." })
    ] });
  }
  function DurationForm({ isOff, onAdvance }) {
    const [typed, setTyped] = d2("90s");
    return /* @__PURE__ */ a3(
      "form",
      {
        class: "inline",
        onSubmit: (event) => {
          event.preventDefault();
          onAdvance(typed);
        },
        children: [
          /* @__PURE__ */ a3("label", { children: [
            /* @__PURE__ */ a3("span", { class: "unseen", children: "Duration" }),
            /* @__PURE__ */ a3("input", { class: "mono", required: true, value: typed, placeholder: "1h30m", onInput: (event) => setTyped(event.currentTarget.value) })
          ] }),
          /* @__PURE__ */ a3(Button, { type: "submit", isOff, children: "Advance" })
        ]
      }
    );
  }
  function StoryClock({ time }) {
    const { view } = time;
    return /* @__PURE__ */ a3("section", { class: "clock-card", "aria-label": "Clock of the stories", children: [
      /* @__PURE__ */ a3("h3", { children: "Stories" }),
      /* @__PURE__ */ a3("strong", { class: "reading", children: view ? elapsed(time.elapsedSeconds()) : "–" }),
      /* @__PURE__ */ a3("p", { class: "muted", children: [
        view?.pace === "frozen" ? "Frozen" : view ? `Runs ${paceWord(view)}` : "Not known",
        view && (view.waiting === 0 ? "; nothing waits." : `; ${plural(view.waiting, "step")} to come${inWord(view.nextInSeconds)}.`)
      ] })
    ] });
  }
  function ServiceClock({ time }) {
    const service = time.view?.service;
    return /* @__PURE__ */ a3("section", { class: "clock-card", "aria-label": "Clock of the service", children: [
      /* @__PURE__ */ a3("h3", { children: "Service" }),
      /* @__PURE__ */ a3("strong", { class: "reading", children: service ? timeOfDay(new Date(time.serviceNow()).toISOString()) : "–" }),
      service && /* @__PURE__ */ a3("p", { class: "muted", children: [
        new Date(time.serviceNow()).toLocaleDateString("en-GB", { day: "numeric", month: "long" }),
        ",",
        " ",
        service.offsetSeconds > 0 ? `${span(service.offsetSeconds)} ahead of the real time` : "the real time",
        service.nextInSeconds === null ? "; nothing is due." : `; the next thing is due${inWord(service.nextInSeconds)}.`
      ] }),
      !service && /* @__PURE__ */ a3("p", { class: "muted", children: time.problem ? "It does not answer." : /* @__PURE__ */ a3($, { children: [
        "Not linked, so only stories move. Start with ",
        /* @__PURE__ */ a3("code", { children: "--operator-url" }),
        "."
      ] }) })
    ] });
  }
  var inWord = (seconds) => seconds === null ? "" : seconds < 1 ? " now" : ` in ${span(seconds)}`;

  // simulator/console/page/timeline/model.ts
  var Model = class {
    calls = /* @__PURE__ */ new Map();
    texts = /* @__PURE__ */ new Map();
    deliveries = /* @__PURE__ */ new Map();
    /** Counts what arrives at receivers, and the receivers that are made. This and the three below never fall, and grow when all is forgotten. */
    arrivals = 0;
    /** Counts how often a fault was set or struck. */
    faults = 0;
    /** Counts requests to the providers. */
    requests = 0;
    /** Counts how often time was paced or moved. */
    timeSteps = 0;
    /** Counts attempts of the simulator's own webhooks to receivers that are not its own, so that no delivery shows them. */
    sentElsewhere = 0;
    resets = 0;
    /** Holds the newest call for each id of the service, which has two calls if the service dialled twice. */
    callOf = /* @__PURE__ */ new Map();
    textOf = /* @__PURE__ */ new Map();
    entries = [];
    /** Counts the rows of each list that were dropped because there are too many. */
    dropped = { calls: 0, texts: 0, deliveries: 0, timeline: 0 };
    /** Is true if the simulator had forgotten entries before the first one here, and with them what they tell. */
    isCut = false;
    /** Grows with every change, so that components know when to draw. */
    version = 0;
    /** Holds the subject of an entry, for the entries that it causes. */
    bySeq = /* @__PURE__ */ new Map();
  };
  var keptEntries = 1e4;
  var keptRows = 5e3;
  function clear(model) {
    for (const each of [model.calls, model.texts, model.deliveries, model.callOf, model.textOf, model.bySeq]) each.clear();
    model.entries = [];
    Object.assign(model.dropped, { calls: 0, texts: 0, deliveries: 0, timeline: 0 });
    model.isCut = false;
    for (const counted of ["arrivals", "faults", "requests", "timeSteps"]) model[counted] += 1;
    model.sentElsewhere = 0;
    model.version += 1;
  }
  function take(model, entry) {
    model.version += 1;
    if (entry.kind === "reset") {
      clear(model);
      model.resets += 1;
    }
    if (model.entries.length === 0 && entry.seq > 1 && entry.kind !== "reset") model.isCut = true;
    model.entries.push(entry);
    if (model.entries.length > keptEntries * 1.2) {
      model.dropped.timeline += model.entries.length - keptEntries;
      model.entries = model.entries.slice(-keptEntries);
    }
    if (entry.kind.startsWith("fault")) model.faults += 1;
    if (entry.kind.startsWith("time.")) model.timeSteps += 1;
    if (entry.kind === "provider.request" || entry.kind === "text.request") model.requests += 1;
    if (entry.kind === "delivery" || entry.kind === "receiver.created") model.arrivals += 1;
    const taken = takers[entry.kind]?.(model, entry);
    if (taken) {
      taken.entries.push(entry);
      model.bySeq.set(entry.seq, taken);
    }
    for (const list of ["calls", "texts", "deliveries"]) model.dropped[list] += forgetOldest(model[list]);
    forgetOldest(model.callOf);
    forgetOldest(model.textOf);
    forgetOldest(model.bySeq, keptEntries);
  }
  function forgetOldest(rows, kept = keptRows) {
    if (rows.size <= kept) return 0;
    for (const key of rows.keys()) {
      rows.delete(key);
      return 1;
    }
    return 0;
  }
  var takers = {
    dial: (model, entry) => addCall(model, newCall(entry.providerCallId ?? String(entry.seq), entry)),
    "provider.answer": (model, entry) => {
      if (entry["answer"] === "created") return callOf(model, entry);
      const call = callOf(model, entry) ?? addCall(model, newCall(`request ${entry.seq}`, { ...requestOf(model, entry), ...entry }));
      call.refused = String(entry["answer"]);
      return call;
    },
    "call.state": (model, entry) => {
      const call = callOf(model, entry);
      if (!call) return void 0;
      call.steps.push(stepOf(entry));
      if (entry["endedReason"] !== void 0) call.endedReason = String(entry["endedReason"]);
      return call;
    },
    "callback.sent": callOf,
    "callback.withheld": callOf,
    "control.end-call": callOf,
    "webhook.sent": (model, entry) => {
      if (entry.receiver === void 0) model.sentElsewhere += 1;
      else markOwn(model, entry);
      return callOf(model, entry);
    },
    "text.accepted": (model, entry) => addText(model, entry, "outbound"),
    "text.received": (model, entry) => {
      const text = addText(model, entry, "inbound");
      text.steps.push({ state: "received", at: entry.at, storySeconds: 0 });
      return text;
    },
    "text.answer": (model, entry) => {
      const sent = entry.messageId ? model.textOf.get(entry.messageId) : void 0;
      if (entry["answer"] === "created") return sent;
      const text = sent ?? addText(model, { ...requestOf(model, entry), ...entry }, "outbound");
      text.refused = String(entry["answer"]);
      return text;
    },
    "text.state": (model, entry) => {
      const text = model.texts.get(entry.providerMessageId ?? "");
      if (!text) return void 0;
      text.steps.push(stepOf(entry));
      if (entry["errorCode"] !== void 0 && entry["errorCode"] !== null) text.errorCode = String(entry["errorCode"]);
      return text;
    },
    "text.callback": (model, entry) => model.texts.get(entry.providerMessageId ?? ""),
    "text.inbound": (model, entry) => model.texts.get(entry.providerMessageId ?? ""),
    "text.withheld": (model, entry) => model.texts.get(entry.providerMessageId ?? ""),
    delivery: takeDelivery,
    "delivery.answered": (model, entry) => {
      const row = model.bySeq.get(entry.causedBy ?? -1);
      if (!row || !("attempts" in row)) return void 0;
      const attempt = row.attempts.find(({ seq }) => seq === entry.causedBy);
      if (attempt) Object.assign(attempt, { answered: answerOf(entry["answered"]), answeredAt: entry.at });
      return row;
    }
  };
  function markOwn(model, entry) {
    const isIt = ({ isOwn, answered }) => !isOwn && (typeof answered === "number" ? answered : null) === entry["answered"];
    const attempt = model.deliveries.get(`${entry.receiver} ${entry.deliveryId}`)?.attempts.findLast(isIt);
    if (attempt) attempt.isOwn = true;
  }
  function takeDelivery(model, entry) {
    const key = `${entry.receiver ?? ""} ${entry.deliveryId ?? `entry ${entry.seq}`}`;
    const known = model.deliveries.get(key);
    const row = known ?? {
      key,
      receiver: entry.receiver ?? "",
      deliveryId: entry.deliveryId ?? null,
      event: textOf2(entry["event"]),
      outcome: textOf2(entry["outcome"]),
      callId: entry.callId ?? null,
      messageId: entry.messageId ?? null,
      at: entry.at,
      attempts: [],
      entries: []
    };
    row.attempts.push({
      seq: entry.seq,
      attempt: Number(entry["attempt"] ?? row.attempts.length + 1),
      at: entry.at,
      result: resultOf(entry["result"]),
      explanation: textOf2(entry["explanation"]) ?? "",
      isOwn: false,
      answered: null,
      answeredAt: null
    });
    if (!known) {
      model.deliveries.set(key, row);
      const about = row.callId !== null ? model.callOf.get(row.callId) : model.textOf.get(row.messageId ?? "");
      about?.deliveries.push(row);
    }
    return row;
  }
  function callOf(model, entry) {
    if (entry.providerCallId !== void 0) return model.calls.get(entry.providerCallId);
    return entry.callId ? model.callOf.get(entry.callId) : void 0;
  }
  function addCall(model, call) {
    model.calls.set(call.key, call);
    if (call.callId !== null) model.callOf.set(call.callId, call);
    return call;
  }
  var requestOf = (model, entry) => model.entries.findLast(({ seq }) => seq === entry.causedBy) ?? {};
  var unplayed = (entry) => ({
    scenario: textOf2(entry["scenario"]),
    at: entry.at,
    steps: [],
    deliveries: [],
    entries: [],
    refused: null
  });
  var newCall = (key, entry) => ({
    ...unplayed(entry),
    key,
    callId: entry.callId ?? null,
    providerCallId: entry.providerCallId ?? null,
    number: textOf2(entry["number"]) ?? "",
    endedReason: null
  });
  function addText(model, entry, direction) {
    const text = {
      ...unplayed(entry),
      key: entry.providerMessageId ?? `request ${entry.seq}`,
      messageId: entry.messageId ?? null,
      direction,
      from: textOf2(entry["from"]) ?? "",
      to: textOf2(entry["to"]) ?? "",
      errorCode: null
    };
    model.texts.set(text.key, text);
    if (text.messageId !== null) model.textOf.set(text.messageId, text);
    return text;
  }
  var stepOf = (entry) => ({
    state: textOf2(entry["state"]) ?? "",
    at: entry.at,
    storySeconds: typeof entry["storySeconds"] === "number" ? entry["storySeconds"] : null
  });
  var textOf2 = (value) => typeof value === "string" ? value : null;
  var resultOf = (value) => value === "valid" || value === "not_checked" ? value : "invalid";
  var answerOf = (value) => typeof value === "number" || typeof value === "string" ? value : null;

  // simulator/console/page/timeline/stream.ts
  var reconnectMs = 1e3;
  function useFollowedModel() {
    const [model] = d2(() => new Model());
    const [, redraw] = _2((count) => count + 1, 0);
    const [connection, setConnection] = d2("connecting");
    A2(() => follow(model, { changed: () => redraw(void 0), connection: setConnection }), [model]);
    return { model, connection, redraw: () => redraw(void 0) };
  }
  function follow(model, told) {
    let source;
    let timer;
    let drawing = 0;
    const draw = () => {
      if (drawing !== 0) return;
      drawing = requestAnimationFrame(() => {
        drawing = 0;
        told.changed();
      });
    };
    const connect = () => {
      source = new EventSource("/timeline/stream");
      source.onopen = () => {
        clear(model);
        told.connection("live");
        draw();
      };
      source.onerror = () => {
        source.close();
        told.connection("lost");
        timer = setTimeout(connect, reconnectMs);
      };
      for (const kind of Object.keys(says))
        source.addEventListener(kind, (event) => {
          take(model, JSON.parse(event.data));
          draw();
        });
    };
    connect();
    return () => {
      source.close();
      clearTimeout(timer);
      cancelAnimationFrame(drawing);
    };
  }

  // simulator/console/page/app.tsx
  function App() {
    const { model, connection, redraw } = useFollowedModel();
    const [saying, setSaying] = d2({ sentence: "" });
    const say = (sentence) => setSaying({ sentence });
    const [shortcutsOn, setShortcutsOn] = d2(areShortcutsOn);
    const [dialog, setDialog] = d2("none");
    const scenarios = useScenarios(connection, model.resets);
    const service = useService();
    const time = useTime(model.timeSteps, connection);
    const kept = useKeptRuns();
    const expectations = useExpectations();
    const address = useAddress();
    const listing = useListing(model, address);
    const navigation = useNavigation(listing, address);
    const awaitCall = usePlacedCall(model, listing);
    const actions = actionsOf({ listing, navigation, kept, expectations, say });
    useShortcuts(shortcutsOn && dialog === "none", keyActions(listing, navigation, actions, setDialog));
    return /* @__PURE__ */ a3("div", { class: "console", "data-sight": navigation.sight, "data-connection": connection, children: [
      /* @__PURE__ */ a3(
        TopBar,
        {
          connection,
          service,
          seed: scenarios.seed,
          time,
          say,
          onTime: () => setDialog("time"),
          onShortcuts: () => setDialog("shortcuts"),
          onReset: actions.forget
        }
      ),
      /* @__PURE__ */ a3(Banner, { connection, timeProblem: time.problem }),
      /* @__PURE__ */ a3("main", { class: "panes", children: [
        /* @__PURE__ */ a3(
          FormsPane,
          {
            ...{ model, service, scenarios, expectations, kept },
            task: navigation.task,
            fields: navigation.fields,
            onTask: navigation.setTask,
            onPlaced: (callId) => {
              awaitCall(callId);
              listing.setFilter("");
              listing.setTab("calls");
              navigation.setSight("list");
              say("The call is placed.");
              redraw();
            },
            onSent: (sentence, tab = "texts") => {
              listing.setTab(tab);
              navigation.setSight("list");
              say(sentence);
            },
            onPlayed: (requests) => {
              listing.chooseNothing();
              navigation.setSight("list");
              say(`The run plays again: ${plural(requests, "request")}, each at its time.`);
            }
          }
        ),
        /* @__PURE__ */ a3(
          ListPane,
          {
            model,
            listing,
            isLive: connection === "live",
            canCall: service?.canCall === true,
            filterField: navigation.filterField,
            onSelect: (key) => navigation.select(listing.tab, key),
            onOpen: navigation.open
          }
        ),
        /* @__PURE__ */ a3(
          DetailPane,
          {
            ...{ model, service, time, scenarios, say },
            chosen: listing.chosen,
            isGone: connection === "live" && listing.selected !== null,
            select: navigation.select,
            onExpect: actions.expect,
            hangUp: actions.hangUp,
            pane: navigation.detail,
            onBack: navigation.close
          }
        )
      ] }),
      /* @__PURE__ */ a3(Sights, { sight: navigation.sight, onChoose: navigation.setSight }),
      /* @__PURE__ */ a3(Said, { saying, onGone: () => say("") }),
      dialog === "shortcuts" && /* @__PURE__ */ a3(ShortcutsDialog, { isOn: shortcutsOn, onSwitch: setShortcutsOn, onClose: () => setDialog("none") }),
      dialog === "time" && /* @__PURE__ */ a3(TimeDialog, { time, say, onClose: () => setDialog("none") })
    ] });
  }

  // simulator/console/page/main.tsx
  applyTheme();
  var place = document.getElementById("console");
  if (place) Q(/* @__PURE__ */ a3(App, {}), place);
})();
