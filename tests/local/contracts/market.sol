// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Wrapped ether, planted at its canonical address.
contract MockWeth {
    mapping(address => uint256) public balanceOf;
    function deposit() external payable { balanceOf[msg.sender] += msg.value; }
    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// mode: 0 honest, 1 tax of 12 % on what goes to the pool, 2 one sale each, 3 only the owner may sell, 4 an hour between buying and selling.
contract MockToken {
    uint8 public constant decimals = 18;
    uint256 public mode;
    address public pool;
    address owner;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) boughtAt;
    mapping(address => bool) soldOnce;
    constructor(uint256 m) { mode = m; owner = msg.sender; balanceOf[msg.sender] = 1e27; }
    function setPool(address p) external { pool = p; }
    function transfer(address to, uint256 amount) external returns (bool) {
        address from = msg.sender;
        balanceOf[from] -= amount;
        uint256 kept = amount;
        if (from == pool) boughtAt[to] = block.timestamp;
        if (to == pool && from != owner) {
            if (mode == 1) kept = amount * 88 / 100;
            if (mode == 2) { require(!soldOnce[from]); soldOnce[from] = true; }
            if (mode == 3) revert("blocked");
            if (mode == 4) require(block.timestamp >= boughtAt[from] + 3600);
        }
        balanceOf[to] += kept;
        return true;
    }
}

interface Token {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
}

/// A pool of the V2 kind, and by getAmountOut of the Aerodrome kind.
contract MockPair {
    address public token0;
    address public token1;
    uint112 r0;
    uint112 r1;
    constructor(address a, address b) { (token0, token1) = a < b ? (a, b) : (b, a); }
    function getReserves() external view returns (uint112, uint112, uint32) { return (r0, r1, 0); }
    function sync() public { r0 = uint112(Token(token0).balanceOf(address(this))); r1 = uint112(Token(token1).balanceOf(address(this))); }
    function getAmountOut(uint256 amount, address give) external view returns (uint256) {
        (uint256 i, uint256 o) = give == token0 ? (r0, r1) : (r1, r0);
        return amount * 997 * o / (i * 1000 + amount * 997);
    }
    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external {
        uint256 k = uint256(r0) * r1;
        if (out0 > 0) Token(token0).transfer(to, out0);
        if (out1 > 0) Token(token1).transfer(to, out1);
        sync();
        require(uint256(r0) * r1 >= k, "K");
    }
}

interface V3Caller { function uniswapV3SwapCallback(int256, int256, bytes calldata) external; }

/// A pool that asks for its payment as V3 pools do, at a price of one to one thousand.
contract MockV3 {
    address weth;
    address token;
    constructor(address w, address t) { weth = w; token = t; }
    function swap(address to, bool zeroForOne, int256 amount, uint160, bytes calldata data) external returns (int256 a0, int256 a1) {
        address give = zeroForOne == (weth < token) ? weth : token;
        address take = give == weth ? token : weth;
        uint256 out = give == weth ? uint256(amount) * 1000 : uint256(amount) / 1000;
        Token(take).transfer(to, out);
        (a0, a1) = zeroForOne ? (amount, -int256(out)) : (-int256(out), amount);
        uint256 before = Token(give).balanceOf(address(this));
        V3Caller(msg.sender).uniswapV3SwapCallback(a0, a1, data);
        require(Token(give).balanceOf(address(this)) >= before + uint256(amount), "IIA");
    }
}

struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }
struct SwapParams { bool zeroForOne; int256 amountSpecified; uint160 sqrtPriceLimitX96; }
interface Unlocked { function unlockCallback(bytes calldata) external returns (bytes memory); }

/// A pool manager that keeps accounts as V4 does: whoever unlocks it must leave no debt, and what it trades goes one to one thousand.
contract MockV4 {
    mapping(address => int256) owed;
    uint256 debts;
    mapping(bytes32 => address) tokenOf;
    address synced;
    uint256 before;
    bool open;
    function make(PoolKey calldata key, address token) external { tokenOf[keccak256(abi.encode(key))] = token; }
    function unlock(bytes calldata data) external returns (bytes memory answer) {
        open = true;
        answer = Unlocked(msg.sender).unlockCallback(data);
        open = false;
        require(debts == 0, "CurrencyNotSettled");
    }
    function book(address currency, int256 delta) internal {
        require(open, "ManagerLocked");
        if (owed[currency] != 0) debts--;
        owed[currency] += delta;
        if (owed[currency] != 0) debts++;
    }
    function swap(PoolKey calldata key, SwapParams calldata p, bytes calldata) external returns (int256) {
        address token = tokenOf[keccak256(abi.encode(key))];
        require(open && token != address(0) && p.amountSpecified < 0, "PoolNotInitialized");
        (address give, address take) = p.zeroForOne ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        uint256 amount = uint256(-p.amountSpecified);
        uint256 out = give == token ? amount / 1000 : amount * 1000;
        book(give, -int256(amount));
        book(take, int256(out));
        (int256 a0, int256 a1) = p.zeroForOne ? (-int256(amount), int256(out)) : (int256(out), -int256(amount));
        return (a0 << 128) | int256(uint256(uint128(int128(a1))));
    }
    function sync(address currency) external { synced = currency; before = currency == address(0) ? 0 : Token(currency).balanceOf(address(this)); }
    function settle() external payable returns (uint256 paid) {
        paid = synced == address(0) ? msg.value : Token(synced).balanceOf(address(this)) - before;
        book(synced, int256(paid));
    }
    function take(address currency, address to, uint256 amount) external {
        book(currency, -int256(amount));
        if (currency == address(0)) { (bool ok,) = to.call{value: amount}(""); require(ok); }
        else Token(currency).transfer(to, amount);
    }
    receive() external payable {}
}

/// The position manager's list of pools, by the first 25 bytes of their id.
contract MockPositions {
    mapping(bytes25 => PoolKey) public poolKeys;
    function add(PoolKey calldata key) external { poolKeys[bytes25(keccak256(abi.encode(key)))] = key; }
}
